"""The words that state a relation: a clause without any of them does not say it, whatever a model reads there.

Wide on purpose, as they only ever refuse: "I graduated in May" has a cue for `graduated_from`, "I like Rome" none.
"""

from __future__ import annotations

import re

_EN: dict[str, str] = {
    "name": r"i'?m|i am|name'?s?|call(?:ed)? me|this is|called",
    "nickname": r"call(?:s|ed|ing)?|goes? by|nicknamed?|known as",
    "birthday": r"birthday|born|bday",
    "age": r"old|'?m|am|is|'s|aged?|turn(?:s|ed|ing)?|at|yo|y/o",
    "nationality": r"'?m|am|is|'s|are|citizens?(?:hip)?|passports?|nationality|nationals?|from",
    "speaks": r"speak(?:s|ing|er)?|spoke|fluent(?:ly)?|bilingual|trilingual|languages?|native|mother tongue|know|conversational|understand",
    "born_in": r"born|birthplace|birth",
    "hometown": r"from|grew up|grow(?:ing)? up|raised|hometown|home town|originally|native|roots",
    "lives_in": r"liv(?:e|es|ed|ing)|based|mov(?:e|es|ed|ing)|relocat\w+|resid\w+|settl\w+|home|stay(?:s|ed|ing)?|address|flat|apartment|"
    r"emigrat\w+|immigrat\w+|house in|new place|coming back|return(?:s|ed|ing)?",
    "visited": r"visit\w*|been|went|trips?|travel\w*|fl(?:ew|ying)|vacation\w*|holidays?|honeymoon\w*|got back|back from|return\w*|tour\w*|hik\w+|spent|drove|weekend",
    "works_at": r"work(?:s|ed|ing)?|job|join(?:s|ed|ing)?|employ\w*|position|hired?|start(?:s|ed|ing)?|quit|left|leav\w+|intern\w*|company|teach\w*|"
    r"offer|laid off|fired|resign\w*|retir\w+|stint|role|career|contract\w*|freelanc\w+|run|found(?:ed)?",
    "job_title": r"'?m|am|is|'s|as|was|were|are|be|work(?:s|ed|ing)?|job|profession|career|title|promot\w+|becom\w+|became|role|trained|an?|freelance",
    "works_on": r"work(?:s|ed|ing)? on|build(?:s|ing)?|built|projects?|develop\w*|maintain\w*|creat\w+|lead(?:s|ing)?|called|launch\w*|mak(?:e|ing)|side|app|start\w*",
    "studies_at": r"stud(?:y|ies|ied|ying)|students?|schools?|universit\w+|college|enrol\w*|attend\w*|start(?:s|ed|ing)?|freshman|sophomore|phd|masters?|grade|"
    r"semester|undergrad\w*|go(?:es|ing)? to|accepted|transfer\w*|degree",
    "graduated_from": r"graduat\w+|alum\w*|degree|alma mater|diploma|studied|finished",
    "studies": r"stud(?:y|ies|ied|ying)|major\w*|degree|phd|masters?|course|minor\w*|reading|doctorate",
    "spouse": r"wife|husband|marri\w+|marry\w*|spouse|wed(?:ding|s)?|divorc\w+|hubby",
    "partner": r"girlfriend|boyfriend|partner|dat(?:e|ed|ing)|fianc\w+|engaged?|br(?:eak|oke|oken) up|together|[gb]f|split|seeing|ex",
    "child": r"sons?|daughters?|kids?|child(?:ren)?|bab(?:y|ies)|twins?|boys?|girls?|toddler|newborn",
    "parent": r"moms?|mums?|mother|dads?|father|parents?|mama|papa|mommy|daddy|folks|stepmother|stepfather|stepmom|stepdad",
    "sibling": r"sisters?|brothers?|siblings?|twins?|bro|sis",
    "friend": r"friends?|budd(?:y|ies)|pals?|bff|mates?|bestie",
    "colleague": r"colleagues?|co-?workers?|team-?mates?|work with|team",
    "manager": r"boss|managers?|reports?(?:ing)? to|supervisor|team lead|lead|manages",
    "pet": r"pets?|dogs?|cats?|pupp(?:y|ies)|pup|kittens?|kitty|parrots?|hamsters?|rabbits?|bunn(?:y|ies)|turtles?|tortoises?|birds?|fish|goldfish|horses?|pon(?:y|ies)|"
    r"lizards?|geckos?|snakes?|budgies?|canar(?:y|ies)|cockatiel|ferrets?|guinea pigs?|hedgehogs?|chickens?|ducks?|adopt\w*|retriever|labrador|poodle|corgi|terrier|"
    r"beagle|bulldog|shepherd|dachshund|husky|spaniel|collie|tabby|siamese|iguana|rat|rats|mouse|mice|dragon|axolotl|goats?|tarantula|frogs?",
    "likes": r"lik(?:e|es|ed|ing)|lov(?:e|es|ed|ing)|enjoy\w*|fans?|fond|prefer\w*|into|ador\w+|obsessed|crazy about|addicted|hooked|big on|keen|passion\w*|partial|"
    r"appreciat\w*|sucker for|live for",
    "dislikes": r"hat(?:e|es|ed|ing)|dislik\w+|can'?t stand|not (?:a |really )?(?:a )?(?:big )?fan|(?:don'?t|doesn'?t|do not|does not|didn'?t|never) (?:really )?(?:like|enjoy|eat|drink|care)|"
    r"detest\w*|loath\w+|not into|can'?t bear|despis\w+|not fond|gross|disgust\w*|avoid\w*|allergic to mornings|put off|terrible|awful",
    "favorite": r"favou?rites?|fave|best|all-time|most",
    "hobby": r"hobb(?:y|ies)|pastimes?|free time|spare time|for fun|weekends?|evenings?|leisure|into|passion|unwind|relax",
    "diet": r"vegan|vegetarian|pescatarian|keto|halal|kosher|gluten\S*|diet|paleo|eat|eats|eating|low-?carb|dairy-?free|plant-?based|carnivore|fasting|flexitarian",
    "allergic_to": r"allerg\w+|anaphyla\w+|epipen",
    "has_condition": r"have|has|had|'ve|got|diagnos\w+|suffer\w*|condition|with|'?m|am|is|developed|living with|struggl\w+|'s",
    "skilled_in": r"good|skilled|experts?|proficient|fluent|experienced?|great|know|knows|specializ\w+|specialis\w+|strong|talent\w*|decent|master\w*|pro|can",
    "learning": r"learn\w*|study\w*|studies|lessons?|class(?:es)?|courses?|picking up|teach\w*|practic\w+|practis\w+|tak(?:e|ing) up|took up|beginner|tutorial\w*|training",
    "uses": r"us(?:e|es|ed|ing)|switch\w*|migrat\w+|mov(?:e|es|ed|ing)|run(?:s|ning)?|ran|built|build|written|write|on|stack|deploy\w*|replac\w+|drop\w*|with|"
    r"ditch\w*|swap\w*|chang\w+|adopt\w*|rely|relies|work(?:s|ing)? (?:with|in)|code in|host\w*|tried|rewr\w+|port\w*",
    "version_of": r"version|v|upgrad\w+|on|us(?:e|es|ed|ing)|run(?:s|ning)?|mov(?:e|ed|ing)|downgrad\w+|updat\w+|stuck|bump\w*|target\w*|require\w*|from|to",
    "owns": r"own(?:s|ed)?|have|has|had|'ve|bought|buy(?:ing)?|got|get|purchas\w+|my|our|sold|sell\w*|driv\w+|drove|ride|inherit\w*|trad\w+|new|picked up|his|her",
    "plans_to": r"plan\w*|going to|gonna|will|'ll|intend\w*|decid\w+|think\w*|might|may|maybe|consider\w*|want\w*|hop\w+|book\w*|sign\w* up|next|tomorrow|"
    r"look\w* (?:at|into|to)|toying|register\w*|soon|'m \w+ing|am \w+ing|considering|about to|leaning|schedul\w+",
    "goal": r"goals?|aim\w*|dream\w*|targets?|want\w*|hop\w+|aspir\w+|ambition|resolution|determined|trying|wish",
    "response_language": r"answer|reply|replies|respond|response|speak|talk|write|use|language|in",
    "response_style": r"answers?|repl(?:y|ies)|respon\w+|explain\w*|explanations?|keep|be|tone|style|talk|write|speak|use|prefer|like",
    "instruction": r"\w+",
}
_ZH: dict[str, str] = {
    "name": r"叫|名字|姓名|我姓|我是|本人",
    "nickname": r"叫我|喊我|称我|外号|昵称|绰号|小名|人称|叫他|叫她|管我",
    "birthday": r"生日|出生|生于|生的",
    "age": r"岁|今年|年龄|周岁",
    "nationality": r"国籍|人|护照|公民|入籍",
    "speaks": r"会|说|讲|流利|母语|懂|语言|双语",
    "born_in": r"出生|生于|生在",
    "hometown": r"老家|家乡|长大|人|籍贯|来自|土生土长|故乡|祖籍",
    "lives_in": r"住|搬|定居|生活|现居|坐标|\bbase|移民|地址|待在|呆在|人在|在|去|回|租|安家|落户",
    "visited": r"去过|去了|去|旅游|旅行|出差|玩|到过|回来|逛|来过|游",
    "works_at": r"工作|上班|入职|任职|就职|在|跳槽|离职|加入|公司|实习|供职|离开|辞|去|offer|从",
    "job_title": r"是|做|当|职位|职业|岗位|担任|升|任|干|转",
    "works_on": r"在做|项目|负责|开发|维护|参与|做|搞|弄|写",
    "studies_at": r"上学|读|就读|念|学生|考上|大学|学院|中学|小学|高中|幼儿园|上|在",
    "graduated_from": r"毕业|母校",
    "studies": r"专业|学的|读|主修|攻读|学|念",
    "spouse": r"老婆|老公|妻子?|丈夫|先生|太太|爱人|媳妇|结婚|离婚|嫁|娶|配偶|领证",
    "partner": r"女朋友|男朋友|女友|男友|对象|未婚|恋人|分手|谈恋爱|在一起|订婚|前任",
    "child": r"儿子?|女儿|孩子|宝宝|闺女|娃|宝贝|老大|老二|双胞胎",
    "parent": r"妈|爸|父|母|爹|娘",
    "sibling": r"哥|弟|姐|妹",
    "friend": r"朋友|闺蜜|发小|哥们|好友|死党|兄弟|网友|挚友",
    "colleague": r"同事|搭档|队友",
    "manager": r"老板|上司|领导|主管|经理|汇报|组长|总监|上级|[Bb]oss|[Ll]eader",
    "pet": r"狗|猫|宠物|鸟|兔|鼠|龟|鹦鹉|鱼|养|犬|柯基|金毛|泰迪|哈士奇|英短|布偶|橘",
    "likes": r"喜欢|爱|钟爱|迷|热爱|偏好|粉|沉迷|痴迷|好这口|喜爱|中意",
    "dislikes": r"不喜欢|讨厌|不爱|受不了|恨|反感|不吃|不喝|烦|不太喜欢|没兴趣|怕|厌|不感冒|忌口",
    "favorite": r"最喜欢|最爱|最",
    "hobby": r"爱好|兴趣|业余|消遣|闲|周末|平时|没事",
    "diet": r"素|清真|不吃|忌口|饮食|生酮|低碳|减脂餐|戒",
    "allergic_to": r"过敏",
    "has_condition": r"有|患|得了|确诊|病|症|不耐受|炎|血压|血糖|诊断|查出|抑郁|焦虑|失眠|哮喘",
    "skilled_in": r"擅长|精通|熟练|熟悉|拿手|会|专长|经验|强项|厉害",
    "learning": r"学|课|练|入门|研究",
    "uses": r"用|换|迁|切|部署|基于|跑在|改|写|装|上了|转|弃",
    "version_of": r"升|版本|用|还在|停在|降|更新|换|是|跑|到",
    "owns": r"买|有|卖|拥有|入手|开|我的|提了|换",
    "plans_to": r"打算|计划|准备|想|要|决定|考虑|会|可能|报名|定|预计|将|约",
    "goal": r"目标|梦想|希望|想|争取|立志|愿望|理想|flag",
    "response_language": r"回答|回复|用|说|跟我|语言|答|讲",
    "response_style": r"回答|回复|解释|说|讲|语气|风格|简|答|写|详细|给我",
    "instruction": r".",
}
_ALLOWED = {
    name: re.compile(rf"(?<!\w)(?:{_EN.get(name, '(?!)')})(?!\w)|(?:{_ZH.get(name, '(?!)')})", re.I)
    for name in _EN.keys() | _ZH.keys()
}
_TELLING = frozenset(
    "nickname birthday born_in hometown speaks graduated_from spouse partner child parent sibling friend colleague manager pet "
    "likes dislikes favorite hobby allergic_to learning goal nationality lives_in studies works_on visited".split()
)
"""Relations whose own words mean little else, so that they tell what a clause is about."""
_LASTING = re.compile(
    r"\b(?:from now on|always|never|going forward|in (?:the )?future|from here on|every time|each time|whenever|by default|from today|"
    r"remember to|please remember|at all times|any time|anytime|henceforth|for all|all (?:your )?(?:answers|replies|responses)|"
    r"i(?:'d)? (?:prefer|like|want)(?: it when| you| your)?|don'?t ever|stop)\b|"
    r"以后|今后|往后|从现在|从今|每次|一律|永远|始终|默认|记住|任何时候|长期|平时|都(?:用|要|请)|总是|一直",
    re.I,
)
_ORDERS = frozenset({"response_language", "response_style", "instruction"})
_NAME_WORD = re.compile(r"[a-z]{3,}|[\u4e00-\u9fff]{1,}")


def states(predicate: str, clause: str, sentence: str) -> bool:
    """Whether a clause has words for a relation; its sentence counts while the clause tells of nothing else.

    A relation without cues of its own, such as an operator's, is believed; for one that nobody
    defined, `named` is the test.
    """
    if predicate in _ORDERS:
        return bool(_LASTING.search(sentence)) and bool(_ALLOWED[predicate].search(clause))
    cue = _ALLOWED.get(predicate)
    if cue is None or cue.search(clause):
        return True
    other = any(_ALLOWED[p].search(clause) for p in _TELLING if p != predicate)
    return not other and bool(cue.search(sentence))


def named(predicate: str, sentence: str) -> bool:
    """Whether the words of an unknown relation's own name are said: "rides" in "I ride a bike"."""
    lower = sentence.casefold()
    words = [w for w in _NAME_WORD.findall(predicate) if w not in ("has", "the", "with", "and", "for", "from", "into")]
    return bool(words) and all(w[: max(3, len(w) - 2)] in lower for w in words)
