"""What only the word beside it gives away: passports, accounts, insurance numbers, chat ids, foreign plates, IPs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from ipaddress import ip_address

from graphmem.sensitive.beside import EDGE, NO_MORE, Span, beside, values, words

_NUMBER = r"(?:\s?(?:号码?|编号|账号|帐号|证号|number|num|nr|no\.?|ids?|#))?"
_IS = r"\s{0,2}(?:is|was|are|[:#=]|是|为|叫|尾号)?\s{0,2}"
_NOT_A_COUNT = r"(?!\s?(?:[元块万亿年月日天个人次位岁%.]|[Kk](?![a-z])))"


def _after(word: str, value: str, gap: str = _NUMBER + _IS) -> re.Pattern[str]:
    return re.compile(rf"{word}{gap}[\"'“(]?{EDGE}(?P<value>{value}){NO_MORE}{_NOT_A_COUNT}", re.I)


_DOCUMENT = r"(?:(?-i:[A-Z]{1,2} )|[A-Z]{0,3})[0-9]{2}[A-Z0-9]{0,2}[0-9 ]{2,8}[0-9][A-Z]?"
_DIGITS = r"[0-9](?:[ -]?[0-9]){5,29}"
_CODE = rf"(?:(?=[A-Z]{{0,5}}[0-9]{{3}})[A-Z0-9]{{6,20}}|{_DIGITS})"
_NAMED = (
    (
        "id",
        _after(
            words(
                r"aadhaa?r|pan card|cpf|cnpj|curp|codice fiscale|dni|nif|pesel|bsn|tfn|ein|itin|sin number|"
                r"(?:social insurance|tax(?:payer)?(?: file)?(?: id(?:entification)?)?|national id|steuer(?:-?id)?)",
                "纳税人识别号|税号|居民证号",
            ),
            r"(?=[A-Z]{0,6}(?:[ ./-]?[0-9]){3})[A-Z0-9]{1,6}(?:[ ./-]?[A-Z0-9]{1,6}){2,5}",
        ),
    ),
    (
        "passport",
        _after(words("passport", "护照|通行证|回乡证|台胞证"), _DOCUMENT, r"[^\0\n0-9。;]{0,24}?"),
    ),
    (
        "licence",
        _after(
            words("driv(?:er'?s?|ing) licen[cs]e", "驾驶证|驾照"),
            _CODE,
        ),
    ),
    (
        "account",
        _after(
            words(
                r"(?:bank|savings|checking|current) (?:account|acct)|"
                r"(?:account|acct|a/c|routing|iban|swift) ?(?:number|num|no\.?|#)",
                "(?:银行|对公|收款|支付宝|存款)?(?:账户|帐户|账号|帐号)|卡号|存折",
            ),
            _DIGITS,
        ),
    ),
    ("account", _after(words("account|acct|a/c", "开户行"), r"[0-9]{8,20}", _IS)),
    ("account", _after(words("sort code", "联行号"), r"[0-9]{2}[ -]?[0-9]{2}[ -]?[0-9]{2}(?:[0-9]{6})?")),
    (
        "insurance",
        _after(
            words(
                "nhs|medicare|medicaid|health insurance|insurance policy|policy",
                "社保卡?|社会保障卡?|社会保险|医保卡?|公积金(?:账户|帐户)?",
            ),
            _CODE,
            r"(?:个人)?\s?(?:号码?|编号|账号|帐号|账户|帐户|卡号|number|num|no\.?|id|#)" + _IS,
        ),
    ),
    (
        "plate",
        _after(
            words("(?:licen[cs]e|number|registration) plate|my plate|car registration", "车牌"),
            r"(?=[A-Z0-9 -]{0,8}[0-9])(?:(?-i:[A-Z0-9]{1,4}[ -][A-Z0-9]{2,5})|[A-Z0-9]{5,8})",
        ),
    ),
    (
        "chat",
        _after(
            words("we ?chat ?id|weixin ?id", "微信号|微信 ?id"),
            r"(?:[A-Z][A-Z0-9_-]{5,19}|[0-9]{5,15})",
            _NUMBER + _IS,
        ),
    ),
    (
        "chat",
        _after(
            words("we ?chat|weixin|vx|wx", "微信|[加v]信|薇信"),
            r"(?:[A-Z](?=[A-Z0-9_-]{0,19}[0-9_])[A-Z0-9_-]{5,19}|[0-9]{5,15})",
            r"(?:号|id)?\s{0,2}(?:[:=]|是|为|is|叫)?\s{0,2}",
        ),
    ),
    (
        "chat",
        _after(
            words("(?:my|his|her) we ?chat", "(?:加我?|我的?)微信|微信(?:是|:)"), "[A-Z][A-Z0-9_-]{5,19}", _IS
        ),
    ),
    ("chat", _after(words("qq", "扣扣"), r"[1-9][0-9]{4,10}")),
)
_REVERSED = (
    (
        "passport",
        re.compile(
            EDGE + r"(?P<value>[A-Z]{1,2}[0-9]{6,9}|[0-9]{9})\s?(?:is|是)\s?"
            r"(?:my|his|her|我的?|她的?|他的?)?\s?(?:passport|护照)",
            re.I,
        ),
    ),
    (
        "chat",
        re.compile(
            EDGE
            + r"(?P<value>[0-9]{5,11}|[A-Z][A-Z0-9_-]{5,19})\s?(?:is|是)\s?(?:my|我的?)\s?(?:wechat|qq|微信)",
            re.I,
        ),
    ),
)
_IP_WORD = re.compile(words("ips?", "网络地址"), re.I)
_IP = re.compile(
    r"(?<![A-Za-z0-9.])(?<![0-9A-Fa-f]:)(?:[0-9]{1,3}(?:\.[0-9]{1,3}){3}|[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7})(?![A-Za-z0-9:]|\.[0-9])"
)


def named(text: str) -> Iterator[Span]:
    """Numbers named by the word before them ("passport E12345678", 公积金账号…), a few also by the one after."""
    for kind, pattern in (*_NAMED, *_REVERSED):
        yield from values(kind, pattern, text)


def addresses_of_hosts(text: str) -> Iterator[Span]:
    """IP addresses beside the word IP, where anyone can reach them.

    Those of private networks and loopback name no one, and without the word four numbers are as well a version.
    """
    for m in _IP.finditer(text):
        if beside(_IP_WORD, text, *m.span(), reach=16) and _is_public(m[0]):
            yield "ip", *m.span()


def _is_public(value: str) -> bool:
    try:
        address = ip_address(value)
    except ValueError:
        return False
    local = address.is_loopback or address.is_link_local or address.is_unspecified or address.is_multicast
    inside = value.startswith(("10.", "192.168.", "fc", "fd")) or re.match(
        r"172\.(1[6-9]|2\d|3[01])\.", value
    )
    return not local and not inside
