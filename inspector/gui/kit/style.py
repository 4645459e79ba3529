"""The style sheet that dresses standard widgets in a theme."""

from PySide6.QtWidgets import QPushButton, QWidget

from inspector.gui.kit.theme import Theme

_TAB_PX = 5
"""At both sides of the words of a tab."""

PACKED_TABS_PX = 3
"""So much less of that where tabs have no room."""


def style_sheet(theme: Theme) -> str:
    """About sixty lines of QSS for tabs, docks, fields, buttons and scroll bars."""
    c = {
        "window": theme.window.name(),
        "surface": theme.surface.name(),
        "alt": theme.alt.name(),
        "line": theme.line.name(),
        "strong": theme.strong_line.name(),
        "border": theme.control_border.name(),
        "text": theme.text.name(),
        "text2": theme.text_2.name(),
        "text3": theme.text_3.name(),
        "accent": theme.accent.name(),
        "on_accent": theme.on_accent.name(),
        "selection": theme.selection.name(),
        "hover": theme.hover.name(),
        "warning": theme.warning.name(),
        "error": theme.error.name(),
        "warning_ground": theme.warning_background.name(),
        "tab": f"{_TAB_PX}",
        "packed": f"{_TAB_PX - PACKED_TABS_PX}",
        "error_ground": theme.error_background.name(),
    }
    return _SHEET.format(**c)


_SHEET = """
QMainWindow, QMenuBar, QStatusBar, QToolBar {{ background: {window}; color: {text}; }}
QMainWindow::separator {{ background: {line}; width: 1px; height: 1px; }}
QMainWindow::separator:hover {{ background: {accent}; }}
QToolBar {{ border: none; border-bottom: 1px solid {line}; spacing: 6px; padding: 0 10px; }}
QToolBar::separator {{ background: {line}; width: 1px; margin: 4px 6px; }}
QMenuBar {{ padding: 0 6px; }}
QMenuBar::item {{ padding: 8px; background: transparent; }}
QMenuBar::item:selected {{ background: {hover}; }}
QMenu {{ background: {surface}; color: {text}; border: 1px solid {strong}; padding: 4px; }}
QMenu::item {{ padding: 4px 24px 4px 12px; }}
QMenu::item:selected {{ background: {selection}; }}
QMenu::item:disabled {{ color: {border}; }}
QMenu::separator {{ height: 1px; background: {line}; margin: 4px 6px; }}
QStatusBar {{ border-top: 1px solid {line}; color: {text2}; }}
QStatusBar::item {{ border: none; }}
QTabBar {{ background: {window}; qproperty-drawBase: 0; }}
QTabBar::tab {{
    background: {window}; color: {text2}; padding: 5px {tab}px; border: none;
    border-bottom: 2px solid transparent;
}}
QTabBar[packed="true"]::tab {{ padding: 5px {packed}px; }}
QTabBar::tab:selected {{ color: {text}; font-weight: 600; border-bottom-color: {accent}; }}
QTabBar::tab:hover:!selected {{ color: {text}; }}
QTabBar::tab:focus {{ color: {accent}; }}
QDockWidget {{ color: {text}; }}
QDockWidget::title {{ background: {window}; padding: 5px 10px; }}
QToolTip {{
    background: {surface}; color: {text}; border: 1px solid {strong}; padding: 4px 6px;
}}
QPushButton {{
    background: {surface}; color: {text}; border: 1px solid {border}; border-radius: 4px;
    padding: 3px 10px; min-height: 18px;
}}
QPushButton:hover {{ background: {hover}; }}
QPushButton:pressed {{ background: {selection}; }}
QPushButton:disabled {{ color: {border}; border-color: {line}; }}
QPushButton:focus {{ border: 2px solid {accent}; padding: 2px 9px; }}
QPushButton[primary="true"] {{
    background: {accent}; color: {on_accent}; border-color: {accent}; font-weight: 600;
}}
QPushButton[primary="true"]:focus {{ border: 2px solid {text}; }}
QToolButton[flat="true"] {{ border: none; background: transparent; padding: 2px; }}
QToolButton[flat="true"]:hover {{ background: {hover}; }}
QToolButton[flat="true"]:focus {{ border: 2px solid {accent}; padding: 0; border-radius: 4px; }}
QPushButton[segment="true"] {{ border-radius: 0; margin-left: -1px; padding: 2px 8px; }}
QPushButton[first="true"] {{ margin-left: 0; }}
QPushButton[segment="true"]:focus {{ padding: 1px 7px; }}
QPushButton[segment="true"]:checked {{ background: {selection}; font-weight: 600; }}
QPushButton[warning="true"] {{
    background: {warning_ground}; color: {warning}; border-color: {warning};
}}
QPushButton[danger="true"]:enabled {{ color: {error}; }}
QPushButton[link="true"] {{
    background: transparent; border: none; color: {accent}; padding: 2px 0;
}}
QPushButton[link="true"]:focus {{ text-decoration: underline; }}
QPushButton[fold="true"] {{
    background: transparent; border: none; text-align: left; font-weight: 600; padding: 2px 0;
}}
QPushButton[fold="true"]:focus {{ border: none; color: {accent}; }}
QPushButton[primary="true"]:disabled {{
    background: {window}; color: {border}; border-color: {line};
}}
QToolBar QToolButton {{ border: none; border-radius: 4px; padding: 4px; }}
QToolBar QToolButton#qt_toolbar_ext_button {{ padding: 0; font-weight: 600; }}
QToolBar QToolButton:hover {{ background: {hover}; }}
QToolBar QToolButton:focus {{ border: 2px solid {accent}; padding: 2px; }}
QLineEdit, QPlainTextEdit {{
    background: {surface}; color: {text}; border: 1px solid {border}; border-radius: 4px;
    padding: 2px 6px; selection-background-color: {selection}; selection-color: {text};
}}
QLineEdit:focus, QPlainTextEdit:focus {{
    border: 2px solid {accent}; padding: 1px 5px;
}}
QLineEdit:disabled {{ color: {border}; }}
QPlainTextEdit#readingText, QPlainTextEdit#readingText:focus {{ border: none; padding: 1px 5px; }}
QComboBox QAbstractItemView {{
    background: {surface}; color: {text}; border: 1px solid {strong};
    selection-background-color: {selection}; selection-color: {text};
}}
QHeaderView {{ background: {surface}; border: none; }}
QHeaderView::section {{
    background: {surface}; color: {text2}; border: none; border-bottom: 1px solid {line};
    padding: 3px 6px; font-weight: 400;
}}
QTableView, QListView, QTreeView {{
    background: {surface}; border: none; outline: none; gridline-color: {line};
    selection-background-color: {selection}; selection-color: {text};
}}
QTreeView::item {{ padding: 3px 0; }}
QTreeView::indicator {{
    width: 12px; height: 12px; border: 1px solid {border}; border-radius: 3px;
    background: {surface};
}}
QTreeView::indicator:checked {{ background: {accent}; border-color: {accent}; }}
QRadioButton::indicator {{
    width: 12px; height: 12px; border: 1px solid {border}; border-radius: 7px;
    background: {surface};
}}
QRadioButton::indicator:checked {{ width: 6px; height: 6px; border: 4px solid {accent}; }}
QRadioButton::indicator:focus {{ border-color: {accent}; }}
QScrollBar:vertical {{ background: transparent; width: 10px; }}
QScrollBar:horizontal {{ background: transparent; height: 10px; }}
QScrollBar::handle {{ background: {strong}; border-radius: 4px; margin: 1px; }}
QScrollBar::handle:vertical {{ min-height: 28px; }}
QScrollBar::handle:horizontal {{ min-width: 28px; }}
QScrollBar::handle:hover {{ background: {border}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QAbstractScrollArea::corner {{ background: transparent; border: none; }}
QSplitter::handle {{ background: {line}; }}
QFrame#notice {{ background: {warning_ground}; border-bottom: 1px solid {warning}; }}
QFrame#palette {{ background: {surface}; border: 1px solid {strong}; border-radius: 6px; }}
QLabel#kept_note {{
    background: {surface}; color: {accent}; border: 1px dashed {accent}; border-radius: 4px;
    padding: 2px 6px;
}}
QFrame[surface="true"] {{ background: {surface}; }}
QFrame[refusal="true"] {{ background: {error_ground}; }}
QFrame[chosen="true"] {{ background: {selection}; }}
QFrame[rule="true"] {{ background: {surface}; border: none; border-bottom: 1px solid {line}; }}
QFrame[cell="true"] {{ border: none; border-left: 1px solid {line}; }}
QFrame[band="true"] {{
    background: {window}; border-top: 1px solid {strong}; border-bottom: 1px solid {line};
}}
QFrame#notice QLabel {{ color: {text}; }}
"""


def set_role(widget: QWidget, role: str) -> None:
    """Let the sheet dress a widget for a role, such as `link` or `surface`; before it is shown."""
    widget.setProperty(role, True)  # noqa: FBT003 - Qt's signature


def make_primary(button: QPushButton, *, primary: bool = True) -> None:
    """Let a button stand out as what is usually wanted, or no longer; before it is shown."""
    button.setProperty("primary", primary)
