"""The word lists of the releases, which are facts about them.

Sources: goldens/words-openvault-1.4x.json (releases 1.41 and 1.44) and
goldens/stopwords-eng-rus.json (npm `stopword` 3.1.5, `eng` and `rus`, MIT, as release 26 uses).
A test compares them.
"""

_STOP_WORDS_14X = """
the and is a an in to of for with on at from by as it this that are was were be been being have
has had do does did will would could should may might must shall can or but not no yes so if then
than when what which who whom whose where why how all each every both few more most other some
such only own same just also now here there about into through during before after above below up
down out off over under again further once he she they we you i me him her them us my your his its
our their и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только
ее мне было вот от меня еще нет о из ему теперь когда даже ну вдруг ли если уже или ни быть был
него до вас нибудь опять уж вам ведь там потом себя ничего ей может они тут где есть надо ней для
мы тебя их чем была сам чтоб без будто чего раз тоже себе под будет ж тогда кто этот того потому
этого какой совсем ним здесь этом один почти мой тем чтобы нее сейчас были куда зачем всех никогда
можно при наконец два об другой хоть после над больше тот через эти нас про всего них какая много
разве три эту моя впрочем хорошо свою этой перед иногда лучше чуть том нельзя такой им более
всегда конечно всю между
"""

_SENTENCE_STARTERS = """
The This That Then There These Those When Where What Which While Who Why How Here Now Just But And
Yet Still Also Only Even Well Much Very Some После Когда Потом Затем Тогда Здесь Там Это Эта Этот
Эти Что Как Где Куда Почему Зачем Кто Чей Какой Какая Какое Пока Если Хотя Также Ещё Уже Вот Вон
"""

_STOP_WORDS_26 = """
a about after all also am an and another any are as at be because been before being between both
but by came can come could did do each for from get got had has have he her here him himself his
how i if in into is it like make many me might more most much must my never now of on only or
other our out over said same should since some still such take than that the their them then there
these they this those through to too under up very was way we well were what where which while who
with would you your а без более больше будет будто бы был была были было быть в вам вас ведь во
вот все всегда всего всех всю вы где да даже для до другой его ее ей ему если есть еще ж же за и
из или им иногда их к как какая какой когда конечно кто куда ли лишь лучше между меня мне много
может можно мой моя мы на над надо нас не него нее ней нельзя нет ни нибудь никогда ним них ничего
но ну о об он она они от перед по под после потом потому почти при про раз разве с сам свою себе
себя сегодня сказал со совсем так такой там тебя тем теперь то тогда того тоже только том тот тут
ты у уж уже хоть чего чем через что чтоб чтобы чуть эти это этого этой этом этот эту я
"""

STOP_WORDS_14X = frozenset(_STOP_WORDS_14X.split())
"""What releases 1.41 and 1.44 leave out of keywords (specs/openvault.md §8.3)."""

SENTENCE_STARTERS = frozenset(_SENTENCE_STARTERS.split())
"""Capitalised words that releases 1.41 and 1.44 take for no name (§8.2)."""

STOP_WORDS_26 = frozenset(_STOP_WORDS_26.split())
"""What release 26 leaves out of keywords (§6.3)."""
