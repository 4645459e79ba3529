"""`messages` and `lint`: verbs that look and change nothing."""

from collections.abc import Sequence

from inspector.analysis.lint import lint
from inspector.arguments import Parser, add_chats, add_json
from inspector.console import print_json, print_text
from inspector.core.chat import Message
from inspector.core.problems import Problem
from inspector.loading import OpenChat, open_chat


def run_messages(arguments: Sequence[str]) -> int:
    """Print a row a message."""
    parser = Parser("messages", "Print a row for each message: who, hidden or not, and its start.")
    add_chats(parser)
    add_json(parser)
    options = parser.parse(arguments)
    for path in options.chats:
        chat = open_chat(path).document.chat
        messages = [chat.message(index) for index in range(len(chat))]
        if options.json:
            print_json([_message_json(message) for message in messages])
        else:
            print_text("\n".join(_message_row(message) for message in messages))
    return 0


def _message_json(message: Message) -> dict[str, object]:
    return {
        "index": message.index,
        "name": message.name,
        "is_user": message.is_user,
        "hidden": message.hidden,
        "recap": None,
        "recap_tokens": 0,
        "included": None,
        "reason": "",
        "scene": None,
    }


def _message_row(message: Message) -> str:
    state = "hidden " if message.hidden else "visible"
    start = " ".join(message.text.split())
    shown = start if len(start) <= 80 else start[:79] + "…"
    return f"{message.index:>6}  {state}  {message.name}: {shown}"


def run_lint(arguments: Sequence[str]) -> int:
    """Print what can be said against chats and their memories; answers 1 if anything can."""
    parser = Parser(
        "lint",
        "Check chats: broken lines, odd values, and the style of summaries.",
        "exit status: 0 nothing found, 1 something found, 2 bad input",
    )
    add_chats(parser)
    add_json(parser)
    options = parser.parse(arguments)
    found = 0
    for path in options.chats:
        chat = open_chat(path)
        problems = lint(chat.document)
        found += len(problems)
        if options.json:
            print_json(
                {"chat": str(path), "problems": [_problem_json(one, chat) for one in problems]}
            )
        else:
            print_text("\n".join(_problem_row(one, chat) for one in problems) or f"{path}: clean")
    return 1 if found else 0


def _problem_json(problem: Problem, chat: OpenChat) -> dict[str, object]:
    memories = chat.document.memories
    return {
        "code": problem.code,
        "severity": str(problem.severity),
        "text": problem.text,
        "memory": None if problem.memory is None else memories[problem.memory].record.get("id"),
        "memory_index": problem.memory,
        "message": problem.message,
        "line": problem.line,
    }


def _problem_row(problem: Problem, chat: OpenChat) -> str:
    place = f"{chat.path}" if problem.line is None else f"{chat.path}, line {problem.line}"
    return f"{place}: {problem.severity}: {problem.text} [{problem.code}]"
