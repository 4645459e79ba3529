"""`scenes`: where scenes begin and end, and which messages auto-hide would hide."""

import argparse
from collections.abc import Sequence

from inspector.arguments import Parser, UsageError, add_chats, add_json, add_question
from inspector.cli.recap_answers import recap_answers, recap_inquiry_of
from inspector.cli.requesting import Answered, Inquiry
from inspector.cli.several import Chats
from inspector.console import print_json, print_text
from inspector.core.message_derivation import AutoHide, RecapDerivation
from inspector.core.recap import Scene
from inspector.core.tokens import Tokenizer
from inspector.loading import OpenChat
from inspector.systems import SYSTEMS, recap_keeper


def scenes_parser() -> Parser:
    """What `scenes` understands."""
    parser = Parser(
        "scenes",
        "Print the scenes that Auto-Recap finished, and what its auto-hide would do. "
        "Nothing is hidden or unhidden.",
        "example: memory-inspector scenes chat.jsonl --ruleset auto-recap/2.0 --json",
    )
    add_chats(parser)
    add_question(parser)
    add_json(parser)
    return parser


def run_scenes(arguments: Sequence[str]) -> int:
    """Print the scenes of one or more chats."""
    options = scenes_parser().parse(arguments)
    inquiry = recap_inquiry_of(options)
    _check_requested(inquiry)
    chats = Chats(options.chats)
    for chat in chats:
        for answered, derivation in recap_answers(chat, inquiry):
            if isinstance(derivation, RecapDerivation):
                _print(chat, answered, derivation, options)
    return chats.status()


def _check_requested(inquiry: Inquiry) -> None:
    for ruleset in inquiry.rulesets:
        scenes = [one for system in SYSTEMS if system.finds_scenes for one in system.rulesets]
        if ruleset not in scenes:
            known = ", ".join(one.name for one in scenes)
            raise UsageError(f"{ruleset.name} knows no scenes; these do: {known}")


def _print(
    chat: OpenChat, answered: Answered, derivation: RecapDerivation, options: argparse.Namespace
) -> None:
    if not options.json:
        print_text("\n".join(_report(chat, answered, derivation)))
        return
    whose: dict[str, object] = {"chat": str(chat.path)} if len(options.chats) > 1 else {}
    if len(options.ruleset or ()) > 1:
        whose["ruleset"] = answered.ruleset.name
    print_json({**whose, **scenes_json(derivation, answered.tokenizer)})


def scenes_json(derivation: RecapDerivation, tokenizer: Tokenizer) -> dict[str, object]:
    """The object that DESIGN §4 promises to scripts."""
    return {
        "scenes": [_scene_json(scene, tokenizer) for scene in derivation.scenes],
        "auto_hide": _auto_hide_json(derivation.auto_hide),
    }


def _scene_json(scene: Scene, tokenizer: Tokenizer) -> dict[str, object]:
    return {
        "break": scene.end,
        "start": scene.start,
        "end": scene.end,
        "shown_start": scene.shown_start,
        "name": scene.name,
        "recap_tokens": _recap_tokens(scene, tokenizer),
    }


def _recap_tokens(scene: Scene, tokenizer: Tokenizer) -> int:
    """Tokens of a scene's recap in its readable form (specs/auto-recap.md §1.3)."""
    text = recap_keeper().readable(scene.recap.scene_recap)
    return tokenizer.count(text) if text else 0


def _auto_hide_json(auto_hide: AutoHide) -> dict[str, object]:
    return {
        "hide": [list(one) for one in auto_hide.hide],
        "unhide": [list(one) for one in auto_hide.unhide],
    }


def _report(chat: OpenChat, answered: Answered, derivation: RecapDerivation) -> list[str]:
    scenes, warnings = derivation.scenes, (*answered.problems, *derivation.warnings)
    count = "1 finished scene" if len(scenes) == 1 else f"{len(scenes)} finished scenes"
    return [
        f"{chat.path}: {derivation.chat_length} messages, {count}, {answered.ruleset.name}",
        *(_scene_row(scene, answered.tokenizer) for scene in scenes),
        _auto_hide_row(derivation.auto_hide),
        *(f"warning: {problem.text}" for problem in warnings),
    ]


def _scene_row(scene: Scene, tokenizer: Tokenizer) -> str:
    start = "?" if scene.start is None else scene.start
    row = f"{start:>6} to {scene.end:<6} {_recap_tokens(scene, tokenizer):>5} tokens"
    row += f"  {scene.name}" if scene.name else ""
    row += f"  (shown from {scene.shown_start})" if scene.shown_start != scene.start else ""
    return row if scene.visible else f"{row}  (its break is hidden)"


def _auto_hide_row(auto_hide: AutoHide) -> str:
    commands = auto_hide.commands
    return f"auto-hide would send: {', '.join(commands)}" if commands else "auto-hide does nothing"
