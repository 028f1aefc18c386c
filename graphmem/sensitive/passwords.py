"""Passwords and codes: beside the word that gives them away, before it or after, or given where one logs in."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.sensitive.beside import NO_MORE, Span, values, words
from graphmem.sensitive.keys import has_letter_and_digit

GATES = (
    (
        *"pass p4ss p@ss pa$$ pw pin code phrase mnemonic seed otp cv comb cred login logon logg ://".split(),
        *("log in", "log on", "sign in", "signed in", " -p", " -a", " -u", " -w"),
    ),
    tuple(
        "密 口令 暗号 验证码 校验码 动态码 安全码 提取码 解压码 备用 备份 恢复 救援 开门 门禁 门锁 大门 保险 报警 "
        "锁屏 解锁 车库 电梯 助记词 登录 登陆 登入".split()
    ),
)
"""One of these, Latin or Chinese, is in every text, in lower case, that holds a secret of this module."""

_IN_ADDRESS = re.compile(r"://[^\s/:@\0]{1,64}:(?P<value>[^\s/@\0]{1,128})@")

_ENGLISH_IS = (
    r"(?:is|was|are|were|will be|would be|should be|used to be|has been|to be|became|becomes)(?![A-Za-z])"
    r"(?: (?:now|still|just|simply|currently|set to)(?![A-Za-z]))?"
)
_MADE = "(?:重?设置?|更?改|修改|换|变|定|取)(?:成|为|做|到)了?"
_IS = rf"\s{{0,2}}(?:{_ENGLISH_IS}|(?P<short>['’]s)(?![A-Za-z])|:=|=>|->|==?|:|(?:是|为|叫)\s?:?|{_MADE})\s{{0,2}}"
_WHOSE = r"(?:[\"'`*]{1,2}(?=\s?[:=])|['’]s(?=\s[A-Za-z])|\s(?:for|of|on|to)\s[A-Za-z0-9' .-]{1,30}?)?"
_PASSWORD = words(
    r"p[a4@][s5$]{2} ?(?:w[o0]rds?|code|phrase)|pass(?=\s?[:=])|passwds?|pwd|pw",
    "密码|口令|解压码|提取码",
)
_VALUE = r"[\"'`“]?(?P<value>(?![\"'`])[!-~]{3,64}(?<![.,;:)\]}\"'`]))"
_QUOTED = re.compile(
    rf"{_PASSWORD}{_WHOSE}(?:{_IS}|\s)[\"'`“‘「『](?P<value>[^\"'`”’」』\n\0]{{1,80}})[\"'`”’」』]", re.I
)
_GIVEN = re.compile(rf"{_PASSWORD}{_WHOSE}{_IS}{_VALUE}", re.I)
_CHANGED = re.compile(
    rf"(?:chang|set|reset|updat)[a-z]{{0,4}} [^\0\n.]{{0,24}}?{_PASSWORD}{_WHOSE}"
    rf" (?:to|from (?P<old>[!-~]{{3,64}}) to) {_VALUE}",
    re.I,
)
"""changed my password from mango77x to mango78x"""
_CHANGED_ZH = re.compile(rf"(?:密码|口令)从\s?(?P<old>[!-~]{{3,64}}?)\s?{_MADE}\s?{_VALUE}")
_MORE = re.compile(
    r"[\"'`”]?\s?(?:,|/|、|\bor\b|\band\b|&|和|或|跟)(?:\s?(?:or|and)\b)?\s?[\"'`“]?(?P<value>[!-~]{4,64}(?<![.,;:)\]}\"'`]))"
)
"""… is mango77x or mango78x"""
_BARE = re.compile(
    rf"{_PASSWORD}\s?(?:,|-|\()?\s?(?:(?:it['’]s|it is|which is) )?(?![:=(\[<{{-]){_VALUE}"
    r"(?!\s?[年月日位个次天号点种])",
    re.I,
)
_BARE_NUMBER = re.compile(
    r"(?:密码|口令|提取码|解压码)\s?(?P<value>[0-9]{4,12})(?![0-9A-Za-z]|\s?[年月日位个次天号点种条万元-])"
)
_IN_A_TABLE = re.compile(rf"{_PASSWORD}\s?\|\s?(?P<value>[^\s|\0]{{3,64}})\s?\|", re.I)
"""| password | mango77x |"""

_REVERSED = re.compile(
    r"[\"'`”]?(?: (?:is|was|will be|used to be)(?: now| still)? (?:my|our|the|his|her|their)"
    rf"| as (?:(?:my|our|the|his|her|their|a) )?)(?: ?[A-Za-z-]{{2,16}}){{0,2}}?[ ]?{_PASSWORD}(?P<after>.{{0,12}})",
    re.I,
)
"""mango77x is my wifi password; I use mango77x as my password"""
_REVERSED_ZH = re.compile(
    r"[\"”’]?\s?(?:就?是|[当设作]为?|做|设成)(?:我|他|她|它|咱|家|的|们){0,3}[\u4e00-\u9fffA-Za-z]{0,6}?(?:密码|口令)"
)
"""mango77x是我的密码，把mango77x设为密码"""
_LAST_TOKEN = re.compile(r"[!-~]{3,64}\Z")
_USED = re.compile(
    r"(?:\b(?:us(?:e|ed|ing)|set|put|have|had|chose|picked|enter(?:ed)?|typed?) |(?:\A|[.!?\n] ?)[\"'`]?)\Z",
    re.I,
)

_SERVICE = re.compile(
    r"o?auth|[0-9]fa|mfa|u2f|fido|sso|saml|webauthn|office|windows|iphone|ipad|ios|1password|web3|qq|wechat|v[0-9]",
    re.I,
)
_LOGIN = re.compile(
    words(
        r"log(?:ged|ging)?[ -]?(?:in|on|into)|sign(?:ed|ing)?[ -]?in|login|credentials?|creds",
        "登录|登陆|账号密码",
    )
    + r"[^\0\n!?。]{0,24}?(?<![A-Za-z0-9./:-])(?P<name>[A-Za-z][A-Za-z0-9._@+-]{1,40})"
    r"(?:\s?[/:]\s?|,? (?:and|with) |,\s?|\s?和\s?)"
    r"(?P<value>[!-~]{4,64}(?<![.,;:)\]}\"'`]))",
    re.I,
)
"""log in with dora / mango77x"""
_LOGIN_ZH = re.compile(r"用\s?(?P<value>[!-~]{4,64}?)\s?(?:就|来|就?(?:可以|能))?(?:登[录陆入]|解锁|开门)")
_OPTION = r"[^\n\0]{0,120}?(?<=\s)"
_COMMAND = re.compile(
    rf"(?<![A-Za-z])(?:(?:mysql|mariadb)[a-z]{{0,8}} {_OPTION}-p|(?:redis-cli|mongo[a-z]{{0,7}}) {_OPTION}-[ap] ?"
    rf"|(?:sshpass|docker login|htpasswd|smbclient|ldapsearch|7z|zip|unzip) {_OPTION}-[pPw] ?"
    rf"|(?:curl|wget) {_OPTION}-u ?['\"]?[A-Za-z0-9._@-]{{1,40}}:)"
    r"['\"]?(?P<value>(?![-'\"])(?![0-9]{1,5}(?![!-~]))[!-~]{3,64}(?<!['\"]))"
)
"""mysql -u root -pmango77x"""

_SEED = re.compile(
    words("(?:seed|recovery|backup|secret) (?:phrase|words)|mnemonic|pass ?phrase", "助记词")
    + rf"{_IS}(?P<value>[a-z]{{2,12}}(?: [a-z]{{2,12}}){{3,23}})(?![A-Za-z])",
    re.I,
)
_PHRASE = re.compile(
    words(
        r"(?P<mine>(?:my|our|his|her) (?:[a-z-]{2,12} ){0,2}?)?(?P<word>pass ?words?|pass ?phrase)",
        "(?:密码|口令)",
    )
    + rf"{_WHOSE}{_IS}(?P<value>[a-z]{{2,12}}(?: [a-z]{{2,12}}){{1,7}})(?=\s{{0,2}}(?:[.,;!?)\"'\n]|\Z))",
    re.I,
)
"""my passphrase is blue horse moon; password: four words of no sense"""
_WORDS_ZH = re.compile(
    r"(?P<mine>[我咱他她家]们?的?[\u4e00-\u9fffA-Za-z]{0,6}?)?(?:密码|口令|暗号)"
    rf"(?:\s?:|就?是|叫|{_MADE})\s?[\"“‘「]?(?P<value>(?P<han>[\u4e00-\u9fff]{{2,12}})[A-Za-z0-9]{{0,16}})(?=[\s,。!;)\]、”\"’」]|\Z)"
)
"""我的口令是青山绿水；密码：青山绿水66"""
_PLAIN_ZH = re.compile(
    "[的了吗呢么什谁哪怎不没错对有无要会能可用很太这那我你他她它请先再就都也还在把被给让从到与和或位个几多新旧已未忘记必需空同样原默"
    "认弱强短长简复泄丢失过期生日名字号码至少最超加改重自动随机]"
)

_CODE = re.compile(
    words(
        "PIN(?: code| number)?|(?i:my pin|pin (?:code|number|is)|(?:verification|security|one-time|login|auth) code|"
        "passcode|otp|cvv2?|cvc)",
        "(?i:pin) ?码|验证码|校验码|动态码|取款密码|支付密码|安全码",
    )
    + rf"(?:{_IS}|\s{{0,2}})(?P<value>[0-9]{{3,8}})(?![0-9A-Za-z年月日位个])"
)
_LOCK = re.compile(
    words(
        r"(?:door|gate|alarm|garage|entry|entrance|building|safe|lock(?:er|box)?|keypad|vault|access|unlock|"
        r"phone|padlock|intercom|elevator)(?:['’]s)? (?:pin|code|combination|combo)|"
        r"combination (?:to|of|for|on) (?:my|the|our) [a-z ]{2,16}?",
        "(?:门禁|门锁|开门|大门|保险[柜箱]|报警器?|锁屏|解锁|车库|电梯)的?(?:密码|码|口令)",
    )
    + rf"{_WHOSE}(?:{_IS}|\s{{0,2}}| to )(?P<value>[0-9](?:[0-9]{{2,11}}|[0-9-]{{3,11}}[0-9]))"
    r"(?![0-9A-Za-z年月日位个]|\s?%)",
    re.I,
)
"""the alarm code is 70355"""
_BACKUP = re.compile(
    words(
        r"(?:(?:backup|recovery|scratch|emergency|one-time|2fa|two-factor|rescue) ){1,2}(?:login )?codes?"
        r"(?: for [A-Za-z ]{2,16}?)?",
        "(?:备用|备份|恢复|救援)(?:验证)?码",
    )
    + r"\s?(?:is|are|were|是|有|为)?\s?:?\s{0,2}",
    re.I,
)
_BACKUP_ONE = re.compile(
    r"(?:\s{0,2}(?:,|;|、|和|/|and |[0-9]{1,2}[.)] |[-*•] ?)){0,3}\s{0,2}"
    r"(?P<value>(?=[A-Za-z-]{0,12}[0-9])[A-Za-z0-9]{4,12}(?:-[A-Za-z0-9]{3,12}){0,3}(?: [0-9]{3,6}(?![0-9A-Za-z-]))?)"
    rf"{NO_MORE}(?!\s?[年月日位个])",
    re.I,
)
"""my backup codes are 7t3k-22ab, 93jd-71mm"""

_ADJECTIVES = frozenset(
    "required wrong incorrect invalid expired too not the a an being always very weak strong hashed encrypted "
    "stored reset changed missing empty optional visible hidden correct right good bad safe unsafe secure "
    "insecure important needed necessary protected unknown lost forgotten forgot compromised leaked shared same "
    "different default short long simple complex unique valid accepted rejected blank null none true false string "
    "str text set unset saved old new now mine yours what why how still also never only just so fine okay ok "
    "working sent shown case-sensitive your my undefined that this there in on at to kept managed generated "
    "random secret confidential private something anything it all hard easy".split()
)
_FUNCTION = frozenset(
    "is are was were be been am the a an and or but if in on at to of for from by with without as than then that this "
    "these those it its i you he she we they my your his her our their me us them not no too very so must should can "
    "could may might will would shall has have had do does did when where what which who how why because since until "
    "after before under over about again all any some only also just really quite pretty still never always".split()
)
_NO_VALUE = frozenset("what which where here this that it who there one these those how".split())
_CODE_LIKE = re.compile(r"[<{$%\[(*•]|\.?[A-Za-z_][\w.]*[(\[]|(?:os|process|env|self|config|settings|args)\.")
_CLAUSE_END = re.compile(
    r"\s*(?:[.,;:!?)\]}\"'`。、]|\Z|\n|[\u3400-\u9fff])|\s+(?:and|but|so|for|on|now|please|thanks)\b"
)
_ODD = re.compile("[0-9]|[^A-Za-z'./-]|[a-z][A-Z]")
_COUNTER = re.compile("[年月日位个次天种]")


def passwords(text: str) -> Iterator[Span]:
    """Everything of this module."""
    for pattern in (_IN_ADDRESS, _CODE, _LOCK, _COMMAND):
        yield from values("password", pattern, text)
    for m in _QUOTED.finditer(text):
        if m["value"].lower() not in _ADJECTIVES:
            yield "password", *m.span("value")
    for start, end in (*_named(text), *_before_the_word(text), *_where_one_logs_in(text), *_of_words(text)):
        yield "password", start, end
    for m in _BACKUP.finditer(text):
        end = m.end()
        while one := _BACKUP_ONE.match(text, end):
            yield "password", *one.span("value")
            end = one.end()


def _named(text: str) -> Iterator[tuple[int, int]]:
    """Values after the word."""
    for pattern in (_GIVEN, _CHANGED, _CHANGED_ZH):
        for m in pattern.finditer(text):
            groups = m.groupdict()
            if groups.get("old") == m["value"]:
                continue  # from time to time
            if groups.get("old") and _is_password(groups["old"], ""):
                yield m.span("old")
            value = m["value"]
            if not _is_password(value, text[m.end() : m.end() + 12]) or (
                groups.get("short") and not _ODD.search(value)
            ):
                continue
            yield m.span("value")
            end = m.end()
            while (more := _MORE.match(text, end)) and has_letter_and_digit(more["value"]):
                yield more.span("value")
                end = more.end()
    for m in _BARE.finditer(text):
        value = m["value"]
        if (has_letter_and_digit(value) and not _is_code(value)) or re.fullmatch("[0-9]{6,}", value):
            yield m.span("value")
    for m in _BARE_NUMBER.finditer(text):
        yield m.span("value")
    for m in _IN_A_TABLE.finditer(text):
        if re.search("[0-9]", m["value"]) and not _is_code(m["value"]):
            yield m.span("value")


def _before_the_word(text: str) -> Iterator[tuple[int, int]]:
    """Values before it; a plain word only as all that a sentence speaks of, or where it is used."""
    for m in _REVERSED.finditer(text):
        value = _LAST_TOKEN.search(text, max(0, m.start() - 64), m.start())
        if value and _CLAUSE_END.match(m["after"]):
            start = value.start() + (value[0][0] in "\"'`(")
            word = text[start : value.end()]
            plain = word.lower() not in _NO_VALUE | _ADJECTIVES and _USED.search(
                text, max(0, start - 10), start
            )
            if has_letter_and_digit(word) or re.fullmatch("[0-9]{4,}", word) or plain:
                yield start, value.end()
    for m in _REVERSED_ZH.finditer(text):
        value = _LAST_TOKEN.search(text, max(0, m.start() - 64), m.start())
        if value and (has_letter_and_digit(value[0]) or re.fullmatch("[0-9]{4,}", value[0])):
            yield value.start() + (value[0][0] in "\"'`("), value.end()


def _where_one_logs_in(text: str) -> Iterator[tuple[int, int]]:
    for pattern in (_LOGIN, _LOGIN_ZH):
        for m in pattern.finditer(text):
            if (
                has_letter_and_digit(m["value"])
                and not _SERVICE.match(m["value"])
                and not _is_code(m["value"])
            ):
                yield m.span("value")


def _of_words(text: str) -> Iterator[tuple[int, int]]:
    for m in _SEED.finditer(text):
        if m["value"].split(" ", 1)[0].lower() not in _ADJECTIVES:
            yield m.span("value")
    for m in _PHRASE.finditer(text):
        told = m["value"].lower().split()
        plainly = (m["word"] or "").lower().endswith("phrase") or (
            m["mine"] and ":" in text[m.end("word") : m.start("value")]
        )
        if _FUNCTION.isdisjoint(told) and (len(told) > 3 or (plainly and told[0] not in _ADJECTIVES)):
            yield m.span("value")
    for m in _WORDS_ZH.finditer(text):
        digits = len(m["value"]) > len(m["han"])
        if (digits or m["mine"]) and not _PLAIN_ZH.search(m["han"]):
            yield m.span("value")


def _is_password(value: str, after: str) -> bool:
    """What follows "password is": anything odd is one; a plain word only where the clause ends with it."""
    if _is_code(value) or value.lower() in _ADJECTIVES:
        return False
    if _ODD.search(value):
        return not _COUNTER.match(after)
    return _CLAUSE_END.match(after) is not None


def _is_code(value: str) -> bool:
    return _CODE_LIKE.match(value) is not None
