"""What people call the gates of messages' memories."""

from inspector.core.gates import GateWords
from inspector.core.recap_verdict import PAST_LIMIT
from inspector.systems.message_summarize.derivation import LAGGING, OFF

GATE_WORDS = (
    GateWords(
        LAGGING,
        short="lagging",
        word="lagging",
        reason="inside the injection threshold, the message itself is still sent",
        passed="It is past the injection threshold",
        failed="It is inside the injection threshold",
    ),
    GateWords(PAST_LIMIT, short="past the limit", word="past limit"),
    GateWords(OFF, short="switched off", word="off", reason="the extension does nothing here"),
)
