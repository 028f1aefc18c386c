"""Well-known names that the tagger tends to cut in pieces or take for common words."""

from __future__ import annotations

import re

ORGANIZATIONS = (
    "字节跳动|字节|抖音|快手|拼多多|美团|京东|淘宝|天猫|支付宝|蚂蚁集团|蚂蚁|阿里巴巴|阿里云|阿里(?![山郎地])|"
    "腾讯云|华为云|百度|腾讯|网易|新浪|搜狐|滴滴|携程|"
    "哔哩哔哩|小红书|知乎|微博|豆瓣|饿了么|唯品会|得物|闲鱼|叮咚买菜|贝壳|链家|海底捞|瑞幸|"
    "星巴克|麦当劳|肯德基|喜茶|蜜雪冰城|顺丰|中通|圆通|"
    "小米|红米|华为|荣耀|一加|大疆|比亚迪|蔚来|小鹏|理想汽车|极氪|问界|特斯拉|宁德时代|"
    "海康威视|科大讯飞|商汤|旷视|寒武纪|中芯国际|中兴|联想|"
    "米哈游|莉莉丝|叠纸|完美世界|三七互娱|猿辅导|作业帮|好未来|新东方|学而思|同花顺|平安|"
    "招商银行|工商银行|建设银行|农业银行|中国银行|"
    "中石油|中石化|中国石油|中国石化|国家电网|南方电网|中国移动|中国电信|中国联通|中科院|"
    "社科院|普华永道|德勤|安永|毕马威|麦肯锡|"
    "谷歌|微软|苹果公司|亚马逊|英伟达|英特尔|高通|三星|索尼|任天堂|诺基亚|爱立信|摩托罗拉|思科|西门子|博世|宝洁|"
    "联合利华|高盛|摩根士丹利|甲骨文|思爱普"
)
# Latin names that are employers and no tools
EMPLOYERS = (
    "Google|Microsoft|Amazon|Meta|Intel|[Nn]vidia|NVIDIA|AMD|IBM|Qualcomm|Cisco|Nokia|Ericsson|Samsung|Sony|Siemens|"
    "Bosch|Philips|Uber|Lyft|Grab|Gojek|Shopee|Lazada|ByteDance|Tencent|Alibaba|Huawei|Xiaomi|Tesla|BMW|Toyota|"
    "Airbnb|Booking|Stripe|PayPal|Visa|HSBC|Citi|Goldman Sachs|Morgan Stanley|JPMorgan|Deloitte|PwC|EY|KPMG|Accenture|"
    "McKinsey|BCG|Bain|OpenAI|Anthropic|DeepMind|SpaceX|Boeing|Airbus|Pfizer|Novartis|Roche|Unilever|IKEA|DHL|Maersk"
)
PRODUCTS = (
    "QQ音乐|QQ邮箱|腾讯视频|爱奇艺|优酷|芒果TV|微信|企业微信|钉钉|飞书|腾讯会议|腾讯文档|"
    "石墨文档|语雀|印象笔记|有道云笔记|坚果云|"
    "百度网盘|阿里云盘|夸克|剪映|美图秀秀|高德地图|百度地图|"
    "网易云音乐|网易云|喜马拉雅|豆包|通义千问|文心一言|元宝|秘塔|扣子|鸿蒙|麒麟系统|统信|"
    "欧拉系统|滴答清单|番茄钟|多邻国|百词斩|墨墨背单词|扇贝|"
    "微信读书|得到|和平精英|王者荣耀|原神|英雄联盟|塞尔达|黑神话|飞桨|禅道|宝塔|蓝湖|墨刀|即时设计|喵喵机"
)
CITIES = (
    "London|Paris|Berlin|Munich|Hamburg|Frankfurt|Dublin|Edinburgh|Manchester|Amsterdam|Rotterdam|Brussels|Zurich|"
    "Geneva|Vienna|Prague|Budapest|Warsaw|Copenhagen|Stockholm|Oslo|Helsinki|Lisbon|Porto|Madrid|Barcelona|Valencia|"
    "Rome|Milan|Athens|Istanbul|Moscow|Dubai|Cairo|Nairobi|Cape Town|New York|Boston|Chicago|Seattle|Portland|"
    "San Francisco|San Jose|San Diego|Los Angeles|Las Vegas|Denver|Dallas|Houston|Austin|Atlanta|Miami|Philadelphia|"
    "Toronto|Vancouver|Montreal|Calgary|Ottawa|Sydney|Melbourne|Brisbane|Perth|Adelaide|Auckland|Wellington|Tokyo|"
    "Osaka|Kyoto|Nagoya|Fukuoka|Sapporo|Seoul|Busan|Singapore|Kuala Lumpur|Penang|Bangkok|Chiang Mai|Hanoi|Jakarta|"
    "Bali|Manila|Cebu|Taipei|Hong Kong|Shanghai|Beijing|Shenzhen|Guangzhou|Hangzhou|Chengdu|Mumbai|Delhi|Bangalore|"
    "Japan|Korea|China|Taiwan|Thailand|Vietnam|Malaysia|Indonesia|Philippines|India|Nepal|Australia|New Zealand|"
    "Canada|Mexico|Brazil|Argentina|Chile|Peru|France|Germany|Italy|Spain|Portugal|Switzerland|Austria|Poland|"
    "Greece|Turkey|Egypt|Morocco|Kenya|Iceland|Norway|Sweden|Denmark|Finland|Netherlands|Belgium|Ireland|England|"
    "Scotland|Hawaii|California|Texas"
)
_NAMES = re.compile(
    rf"(?P<LOC>(?<![A-Za-z])(?:{CITIES})(?![A-Za-z\d-]| [A-Z]))|"
    + "|".join(
        f"(?P<{kind}>{'|'.join(sorted(names.split('|'), key=len, reverse=True))})"
        for kind, names in (("ORG", ORGANIZATIONS), ("nz", PRODUCTS))
    )
)


# Latin words for where somebody is from: 我是 Canadian
DEMONYMS = (
    "American|Argentinian|Australian|Austrian|Belgian|Brazilian|British|Canadian|Chilean|Chinese|Colombian|"
    "Cuban|Czech|Danish|Dutch|Egyptian|English|Filipino|Finnish|French|German|Greek|Hungarian|Icelandic|Indian|"
    "Indonesian|Iranian|Irish|Israeli|Italian|Japanese|Kenyan|Korean|Malaysian|Mexican|Moroccan|Nepali|Nigerian|"
    "Norwegian|Pakistani|Peruvian|Polish|Portuguese|Romanian|Russian|Scottish|Singaporean|Spanish|Swedish|Swiss|"
    "Taiwanese|Thai|Turkish|Ukrainian|Vietnamese|Welsh"
)


def names(text: str) -> list[tuple[int, int, str]]:
    """Spans of known names in a text, each with its tag."""
    return [(m.start(), m.end(), m.lastgroup or "nz") for m in _NAMES.finditer(text)]
