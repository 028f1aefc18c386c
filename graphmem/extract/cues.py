"""The words that state a relation: a clause without any of them does not say it, whatever a model reads there.

Wide on purpose, as they only ever refuse: "I graduated in May" has a cue for `graduated_from`, "I like Rome" none.
"""

from __future__ import annotations

import re

_EN: dict[str, str] = {
    "name": r"i'?m|i am|name(?:'?s)?|call(?:ed)? me|this is|called",
    "nickname": r"(?:call(?:s|ed|ing)?|kn[eo]ws?) (?:me|him|her|us|them)|goes? by|nicknamed?|known as",
    "birthday": r"birthday|born|bday",
    "age": r"old|'?m|am|is|'s|aged?|turn(?:s|ed|ing)?|at|yo|y/o",
    "nationality": r"'?m|am|is|'s|are|citizens?(?:hip)?|passports?|nationality|nationals?|hold",
    "speaks": r"speak(?:s|ing|er)?|spoke|fluent(?:ly)?|bilingual|trilingual|languages?|native|mother "
    r"tongue|know|conversational|understand",
    "born_in": r"born|birthplace|birth",
    "hometown": r"from|grew up|grow(?:ing)? up|raised|hometown|home town|originally|native|roots",
    "lives_in": r"liv(?:e|es|ed|ing)|based|mov(?:e|es|ed|ing)|relocat\w+|resid\w+|settl\w+|home|"
    r"stay(?:s|ed|ing)?|address|flat|apartment|"
    r"emigrat\w+|immigrat\w+|house in|new place|coming back|return(?:s|ed|ing)?",
    "visited": r"visit\w*|been|went|trips?|travel\w*|fl(?:ew|ying)|backpack\w*|explor\w+|vacation\w*|"
    r"holidays?|honeymoon\w*|got back|back from|return\w*|tour\w*|hik\w+|spent|drove|weekend",
    "works_at": r"(?:er|or|ist|ian|ant|ent|nurse|chef|lead|head|clerk) (?:at|with|for|in)|work(?:s|ed|"
    r"ing)?|job|join(?:s|ed|ing)?|employ\w*|position|hired?|start(?:s|ed|ing)?|"
    r"quit|left|leav\w+|intern\w*|company|teach\w*|"
    r"offer|at|laid off|fired|resign\w*|retir\w+|stint|role|career|contract\w*|freelanc\w+|run|found(?:ed)?",
    "job_title": r"'?m|am|is|'s|as|was|were|are|be|work(?:s|ed|ing)?|job|profession|career|title|"
    r"promot\w+|becom\w+|became|role|trained|an?|freelance",
    "works_on": r"work(?:s|ed|ing)? on|cod(?:e|ing)|hack\w*|build(?:s|ing)?|built|projects?|develop\w*|"
    r"maintain\w*|creat\w+|"
    r"lead(?:s|ing)?|called|launch\w*|mak(?:e|ing)|side|app|start\w*",
    "studies_at": r"stud(?:y|ies|ied|ying)|students?|schools?|universit\w+|college|enrol\w*|attend\w*|"
    r"start(?:s|ed|ing)?|freshman|sophomore|phd|masters?|grade|"
    r"semester|undergrad\w*|go(?:es|ing)? to|accepted|transfer\w*|degree",
    "graduated_from": r"graduat\w+|alum\w*|degree|alma mater|diploma|studied|finished",
    "studies": r"stud(?:y|ies|ied|ying)|major\w*|degree|phd|masters?|course|minor\w*|reading|doctorate",
    "spouse": r"wife|husband|marri\w+|marry\w*|spouse|wed(?:ding|s)?|divorc\w+|hubby",
    "partner": r"girlfriend|boyfriend|partner|dat(?:e|ed|ing)|fianc\w+|engaged?|br(?:eak|oke|oken) up|"
    r"together|[gb]f|split|seeing|ex",
    "child": r"sons?|daughters?|kids?|child(?:ren)?|bab(?:y|ies)|twins?|boys?|girls?|toddler|newborn",
    "parent": r"moms?|mums?|mother|dads?|father|parents?|mama|papa|mommy|daddy|folks|stepmother|"
    r"stepfather|stepmom|stepdad",
    "sibling": r"sisters?|brothers?|siblings?|twins?|bro|sis",
    "friend": r"friends?|budd(?:y|ies)|pals?|bff|mates?|bestie",
    "colleague": r"colleagues?|co-?workers?|team-?mates?|work with|team",
    "manager": r"boss|managers?|reports?(?:ing)? to|supervisor|team lead|lead|manages",
    "pet": r"pets?|dogs?|cats?|pupp(?:y|ies)|pup|kittens?|kitty|parrots?|hamsters?|rabbits?|bunn(?:y|"
    r"ies)|turtles?|tortoises?|birds?|fish|goldfish|horses?|pon(?:y|ies)|"
    r"lizards?|geckos?|snakes?|budgies?|canar(?:y|ies)|cockatiel|ferrets?|guinea pigs?|hedgehogs?|"
    r"chickens?|ducks?|adopt\w*|retriever|labrador|poodle|corgi|terrier|"
    r"beagle|bulldog|shepherd|dachshund|husky|spaniel|collie|tabby|siamese|iguana|rat|rats|mouse|mice|"
    r"dragon|axolotl|goats?|tarantula|frogs?",
    "likes": r"lik(?:e|es|ed|ing)|lov(?:e|es|ed|ing)|enjoy\w*|fans?|fond|prefer\w*|into|ador\w+|"
    r"obsessed|crazy about|addicted|hooked|big on|keen|passion\w*|partial|"
    r"appreciat\w*|sucker for|live for",
    "dislikes": r"hat(?:e|es|ed|ing)|dislik\w+|can'?t stand|not (?:a |really )?(?:a )?(?:big )?fan|"
    r"(?:don'?t|doesn'?t|do not|does not|didn'?t|never) (?:really )?(?:like|enjoy|eat|drink|care)|"
    r"detest\w*|loath\w+|not into|can'?t bear|despis\w+|not fond|gross|disgust\w*|avoid\w*|allergic to "
    r"mornings|put off|terrible|awful",
    "favorite": r"favou?rites?|fave|best|all-time|most",
    "hobby": r"hobb(?:y|ies)|pastimes?|free time|spare time|for fun|leisure|passion|unwind",
    "diet": r"vegan|vegetarian|pescatarian|keto|halal|kosher|gluten\S*|diet|paleo|eat|eats|eating|"
    r"low-?carb|dairy-?free|plant-?based|carnivore|fasting|flexitarian",
    "allergic_to": r"allerg\w+|anaphyla\w+|epipen",
    "has_condition": r"have|has|had|'ve|got|diagnos\w+|suffer\w*|condition|with|'?m|am|is|developed|"
    r"living with|struggl\w+|'s",
    "skilled_in": r"good|handy|brilliant|whiz|wizard|excel\w*|skilled|experts?|proficient|fluent|"
    r"experienced?|great|know|knows|specializ\w+|"
    r"specialis\w+|strong|talent\w*|decent|master\w*|pro|can",
    "learning": r"learn\w*|study\w*|studies|lessons?|class(?:es)?|courses?|picking up|teach\w*|"
    r"practic\w+|practis\w+|tak(?:e|ing) up|took up|beginner|tutorial\w*|training",
    "uses": r"us(?:e|es|ed|ing)|lives? (?:on|in)|switch\w*|migrat\w+|mov(?:e|es|ed|ing)|run(?:s|ning)?|"
    r"ran|built|build|"
    r"written|write|on|stack|deploy\w*|replac\w+|drop\w*|with|"
    r"ditch\w*|swap\w*|chang\w+|adopt\w*|rely|relies|work(?:s|ing)? (?:with|in)|code in|host\w*|tried|"
    r"rewr\w+|port\w*",
    "version_of": r"version|v|upgrad\w+|on|us(?:e|es|ed|ing)|run(?:s|ning)?|mov(?:e|ed|ing)|"
    r"downgrad\w+|updat\w+|stuck|bump\w*|target\w*|require\w*|from|to",
    "owns": r"own(?:s|ed)?|have|has|had|'ve|bought|buy(?:ing)?|got|get|purchas\w+|sold|sell\w*|driv\w+|"
    r"drove|rides?|inherit\w*|trad\w+|picked up",
    "plans_to": r"plan\w*|going to|gonna|will|'ll|intend\w*|decid\w+|think\w*|might|may|maybe|"
    r"consider\w*|want\w*|hop\w+|book\w*|sign\w* up|next|tomorrow|"
    r"look\w* (?:at|into|to)|toying|register\w*|soon|'m \w+ing|am \w+ing|considering|about to|leaning|"
    r"schedul\w+",
    "goal": r"goals?|aim\w*|dream\w*|targets?|want\w*|hop\w+|aspir\w+|ambition|resolution|determined|"
    r"trying|wish",
    "response_language": r"answer|reply|replies|respond|response|speak|talk|write|use|language|in",
    "response_style": r"answers?|repl(?:y|ies)|respon\w+|explain\w*|explanations?|keep|be|tone|style|"
    r"talk|write|speak|use|prefer|like",
    "instruction": r"\w+",
}
_ZH: dict[str, str] = {
    "name": r"叫|名字|姓名|我姓|我是|本人",
    "nickname": r"叫我|喊我|称我|外号|昵称|绰号|小名|人称|叫他|叫她|管我",
    "birthday": r"生日|出生|生于|生的",
    "age": r"岁|今年|年龄|周岁",
    "nationality": r"国籍|人|护照|公民|入籍",
    "speaks": r"会|溜|说|讲|流利|母语|懂|语言|双语",
    "born_in": r"出生|生于|生在",
    "hometown": r"老家|家乡|长大|人|籍贯|来自|土生土长|故乡|祖籍",
    "lives_in": r"住|搬|定居|生活|现居|坐标|\bbase|移民|地址|待在|呆在|人在|在|去|回|租|安家|落户",
    "visited": r"去过|跑|去了|去|旅游|旅行|出差|玩|到过|回来|逛|来过|游",
    "works_at": r"工作|裁|报到|是|上班|入职|任职|就职|在|跳槽|离职|加入|公司|实习|供职|离开|辞|去|offer|从",
    "job_title": r"是|做|当|职位|职业|岗位|担任|升|任|干|转",
    "works_on": r"在做|搞|项目|负责|开发|维护|参与|做|搞|弄|写",
    "studies_at": r"上学|读|就读|念|学生|考上|大学|学院|中学|小学|高中|幼儿园|上|在",
    "graduated_from": r"毕业|毕的业|母校",
    "studies": r"专业|学的|读|主修|攻读|学|念",
    "spouse": r"老婆|老公|妻子?|丈夫|先生|太太|爱人|媳妇|结婚|离婚|嫁|娶|配偶|领证",
    "partner": r"女朋友|男朋友|女友|男友|对象|未婚|恋人|分手|谈恋爱|在一起|订婚|前任",
    "child": r"儿子?|女儿|孩子|宝宝|闺女|娃|宝贝|老大|老二|双胞胎",
    "parent": r"妈|爸|父|母|爹|娘",
    "sibling": r"(?<![表堂学师])[哥弟姐妹]",
    "friend": r"(?<![男女])朋友|闺蜜|发小|哥们|好友|死党|兄弟|网友|挚友",
    "colleague": r"同事|搭档|队友",
    "manager": r"老板|上司|领导|主管|经理|汇报|组长|总监|上级|[Bb]oss|[Ll]eader",
    "pet": r"狗|猫|宠物|鸟|兔|鼠|龟|鹦鹉|鱼|养|犬|柯基|金毛|泰迪|哈士奇|英短|布偶|橘",
    "likes": r"喜欢|稀罕|钟意|好吃|馋|爱|钟爱|迷|热爱|偏好|粉|沉迷|痴迷|好这口|喜爱|中意",
    "dislikes": r"不喜欢|讨厌|不爱|受不了|恨|反感|不吃|不喝|烦|不太喜欢|没兴趣|怕|厌|不感冒|忌口",
    "favorite": r"最喜欢|最爱|最",
    "hobby": r"爱好|兴趣|业余|消遣|闲下来|没事就",
    "diet": r"素|清真|不吃|忌口|饮食|生酮|低碳|减脂餐|戒",
    "allergic_to": r"过敏",
    "has_condition": r"有|患|得了|确诊|病|症|不耐受|炎|血压|血糖|诊断|查出|抑郁|焦虑|失眠|哮喘",
    "skilled_in": r"擅长|溜|精通|熟练|熟悉|拿手|会|专长|经验|强项|厉害",
    "learning": r"学|课|练|入门|研究",
    "uses": r"用|放在|换|迁|切|部署|基于|跑在|改|写|装|上了|转|弃",
    "version_of": r"升|版本|用|还在|停在|降|更新|换|是|跑|到",
    "owns": r"买|有|卖|拥有|入手|开|提了|换",
    "plans_to": r"打算|计划|准备|想|要|决定|考虑|会|可能|报名|定|预计|将|约",
    "goal": r"目标|梦想|希望|想|争取|立志|愿望|理想|flag",
    "response_language": r"回答|回复|用|说|跟我|语言|答|讲",
    "response_style": r"回答|回复|解释|说|讲|语气|风格|简|答|写|详细|给我",
    "instruction": r".",
}
_ALLOWED = {
    name: re.compile(
        rf"(?:(?<!\w)|(?=')|(?<=\w)(?=(?:er|or|ist|ian|ant|ent) (?:at|with|for|"
        rf"in)\b))(?:{_EN.get(name, '(?!)')})(?!\w)|(?:{_ZH.get(name, '(?!)')})",
        re.I,
    )
    for name in _EN.keys() | _ZH.keys()
}
_TELLING = frozenset(
    "birthday born_in hometown speaks graduated_from spouse partner child parent sibling friend "
    "colleague manager pet "
    "likes dislikes favorite hobby allergic_to learning goal nationality lives_in studies visited".split()
)
"""Relations whose own words mean little else, so that they tell what a clause is about."""
_LASTING = re.compile(
    r"\b(?:from now on|always|never|going forward|in (?:the )?future|from here on|every time|each time|"
    r"whenever|by default|from today|"
    r"remember to|please remember|at all times|any time|anytime|henceforth|for all|all (?:your "
    r")?(?:answers|replies|responses)|"
    r"i(?:'d)? (?:prefer|like|want) (?:it when |that )?(?:you|your)|don'?t ever|stop)\b|"
    r"以后|今后|往后|从现在|从今|每次|一律|永远|始终|默认|记住|任何时候|长期|(?:都|总是|一直|"
    r"平时)(?:请|给我|跟我|和我|回答|回复)",
    re.I,
)
_CJK = re.compile(r"[\u3400-\u9fff]")
_ORDERS = frozenset({"response_language", "response_style", "instruction"})
_NAME_WORD = re.compile(r"[a-z]{3,}|[\u4e00-\u9fff]{1,}")


# -- where the value stands ------------------------------------------------------------------

_LIST = r"(?:[\w ,;()、'’.+-]{1,60}?(?:,|:| and| or|&|、|和|以及|还有) ?)?"
_NAMES = r"(?:[\w'’-]+(?: [\w'’-]+)?(?:,? and|,|&) ?)*"
_DET = r"(?:(?:the|an?|my|our|his|her|their|its|some) )?"
_EN_KIN = {
    name: _EN[name] for name in "spouse partner child parent sibling friend colleague manager pet".split()
}
_PLACED_EN: dict[str, str] = {
    "name": r"(?:\bi'?m|\bi am|\bmy name(?:'?s)?(?: is)?|^name|call me|this is) *:? *{v}|(?:^|[.!?,] "
    r"*){v} here\b",
    "hometown": rf"(?:grew up|raised|hometown|home town|originally|native|roots|growing up|born "
    rf"and)\b.*{{v}}|"
    rf"(?:'m|am|is|'s|are|was|comes?|came|\ban? [\w -]+) from {_DET}{{v}}(?! to\b)|^from {{v}}",
    "nationality": r"(?:'m|am|is|'s|are|was|half|an?)\b.{0,25}{v}|citizen of {v}|{v}(?: and \w+)? "
    r"(?:citizen(?:ship)?|passports?|nationals?)",
    "lives_in": rf"\b(?:in|to|at|near|from|out of|around|for|back|leav\w+|left|is|on|outside) "
    rf"{_DET}(?:\w+ ){{0,2}}?{_LIST}{{v}}|{{v}}(?:-based| is (?:my )?home)",
    "visited": rf"\b(?:to|in|through|around|visit\w*|from|of|at|across|toured|explored) "
    rf"{_DET}{_LIST}{{v}}|{{v}} (?:trip|last|was)",
    "works_at": rf"\b(?:at|for|join\w*|with|left|quit|leav\w+|from|to|by|of|run|runs|found\w*|start\w*|"
    rf"in|is) {_DET}{_LIST}{{v}}",
    "studies_at": rf"\b(?:at|to|in|attend\w*|join\w*|from) {_DET}{_LIST}{{v}}|{{v}} (?:student|undergrad)",
    "graduated_from": rf"\b(?:from|at|of|in|finished|is) {_DET}{_LIST}{{v}}|{{v}} (?:grad|alum|degree)",
    "job_title": rf"(?:\bas|'m|\bam|\bis|'s|\bare|\bwas|\bwere|\bbe|\bbecom\w+|\bbecame|\bbeen|\bto|"
    rf"job|title|role|profession|,|\bi|\band|\bnow)"
    rf" (?:now |currently |still |also |not )?{_DET}(?:\w+ )?{{v}}|^an? {{v}}",
    "owns": rf"\b(?:own\w*|bought|buy\w*|purchas\w+|sold|sell\w*|driv\w+|drove|rides?|inherit\w*|"
    rf"trad\w+|picked up|got|(?:have|has|had) (?:an?|two|three|my own))"
    rf"(?: [\w'-]+){{0,4}} {_LIST}{{v}}",
    "uses": rf"(?:\b(?:us(?:e|es|ed|ing)|switch\w*|migrat\w+|mov\w+ (?:off|from|over|away)|built|build|"
    rf"writ\w+|wrote|deploy\w*|replac\w+|dropp?\w*|ditch\w*|"
    rf"swap\w*|chang\w+|adopt\w*|work\w* (?:with|in)|cod\w+ in|host\w*|runs?|running|stack|rewr\w+|"
    rf"port\w*|rel(?:y|ies) on)|(?:are|'re|still|is|'m) on)\b"
    rf"(?: [\w.+#'-]+){{0,6}}? {_LIST}{{v}}|{{v}} (?:for (?:our|my|the)|as (?:our|my))",
    "skilled_in": rf"\b(?:{_EN['skilled_in']})\b.*{{v}}",
    "learning": rf"\b(?:{_EN['learning']})\b.*{{v}}|{{v}} (?:lessons?|class(?:es)?|courses?)",
    "likes": rf"\b(?:{_EN['likes']})\b.*{{v}}|^{{v}}\b.*\b(?:{_EN['likes']})\b",
    "dislikes": rf"(?:{_EN['dislikes']})\b.*{{v}}|^{{v}}\b.*(?:{_EN['dislikes']})\b|{{v}} (?:is|are) "
    rf"(?:gross|disgusting|terrible|awful)",
    "allergic_to": r"allerg\w+.*{v}|{v}.{0,12}allerg",
    "has_condition": rf"\b(?:{_EN['has_condition']})\b.*{{v}}",
    "hobby": rf"(?:{_EN['hobby']})\b.{{0,40}}{{v}}|{{v}}.{{0,25}}\b(?:{_EN['hobby']})",
    "goal": r"\b(?:to|is|goal:|:) {v}",
    "plans_to": r"\b(?:to|will|'ll|might|may|of|about|and|'m|am|or|be|on|up) (?:also |still |then |"
    r"just |finally |maybe |probably )?{v}",
    "instruction": r"(?:^|[,;:.!?-] ?|\b(?:and|to|always|never|please|now on|don't|do not|just|but|"
    r"or) ){v}",
    **{
        name: rf"\b(?:{kin})\b(?:'s name)?[ ,:(–-]{{1,3}}(?:is |named |called |whose name is |and |of "
        rf"mine,? )*{_NAMES}{{v}}|\b(?:{kin})\b[^.]*: {_NAMES}{{v}}|"
        rf"{{v}}[ ,(–-]{{1,3}}(?:is |was |isn't |is not |and )?(?:not )?(?:my|our|his|her|their|an?"
        rf") (?:\w+ ){{0,2}}(?:{kin})\b"
        + (
            r"|\b(?:have|has|had|got|get|getting|own|adopt\w*|rescu\w+|my|our|his|her|their|lost|"
            r"bought|keep) "
            r"(?:\w+ ){0,3}{v}"
            if name == "pet"
            else ""
        )
        + (
            r"|{v} and i\b|\b(?:with|to|dat\w+|marr\w+|divorc\w+|seeing) (?:\w+ ){0,3}(?:called |named )?{v}"
            if name in ("spouse", "partner")
            else ""
        )
        for name, kin in _EN_KIN.items()
    },
}
_NEAR = r"(?:[^,.]|[.](?=\d))"
"""What `~` stands for below: a character within the same clause, the point of a number included."""
_PLACED_ZH: dict[str, str] = {
    "name": r"我(?:的?名字)?(?:是|叫){v}|本人(?:是|叫)?{v}|姓名:?{v}|(?:^|[,.])名字(?:是|叫)?{v}",
    "pet": r"(?:养|有|买|捡)~{0,10}{v}|(?:狗|猫|宠物|鸟|兔子?|鼠|龟|鹦鹉|鱼|犬|柯基|"
    r"金毛|泰迪)(?:,|名字|就|，|它|的)*(?:是|叫)?{v}|叫{v}|(?:我家|家里|我们?)的?{v}",
    "nickname": r"(?:叫|喊|称|外号|昵称|绰号|小名|管)~{0,4}{v}",
    "nationality": r"{v}(?:人|国籍|籍|护照|公民|的?国籍)|国籍是?{v}|入{v}籍",
    "hometown": r"(?:老家|家乡|籍贯|祖籍|故乡)~{0,3}{v}|{v}(?:本地)?(?:人|长大|"
    r"土生土长)|来自{v}|在{v}~{0,4}长大",
    "lives_in": r"(?:住|搬|定居|生活|现居|坐标|base|移民|地址|待|漂|落户|回|安家)~{0,6}{v}|"
    r"[在去到]{v}~{0,6}(?:住|生活|定居|租|买房|安家|待|漂|"
    r"发展)|从{v}~{0,4}(?:搬|回|到)|人[在]{v}",
    "visited": r"(?:去|到|玩|逛|来|游|跑)(?:了|过)?(?:一趟|[一两三几]次|趟|次|一圈|玩)?{v}|(?:去|到|在|"
    r"从){v}~{0,5}(?:玩|旅|出差|回来|逛|游|度|看|爬|徒步)|{v}~{0,3}(?:旅游|旅行|之旅|回来)",
    "works_at": r"在(?:一[家个所间]|某[家个]?|这家|那家)?{v}~{0,12}(?:工作|上班|做|"
    r"当|任|干|实习|教|搞|负责|打工|就职)|(?:入职|加入|任职于?|就职于?|跳槽|离开|供职于?|"
    r"换到)(?:了|去|到)*{v}|"
    r"(?:去|从|进|到){v}~{0,8}(?:工作|上班|职|跳|辞|实习|做|当|offer)|{v}~{0,3}(?:上班|工作|离职|"
    r"的?offer)|公司(?:是|叫)?{v}|是{v}的|被{v}~{0,3}(?:裁|开|辞|炒)|去{v}报到|进(?:的|了){v}",
    "job_title": r"(?:是|做|当)~{0,8}的{v}|(?:是|做|当|担任|任|职位|职业|岗位|升|转行?|成|干|"
    r"搞)(?:一名|一个|个|名|位|一位|为|"
    r"了|是|到|做|过|的|一)*{v}|(?:[在的]|公司|医院|学校)~{0,10}(?:做|当|任|是){v}",
    "works_on": r"(?:做|开发|维护|参与|负责|叫|搞)~{0,8}{v}[^.]*(?:项目|产品|app|"
    r"系统|平台|游戏|网站|插件|小程序|知识库|框架|工具|引擎|服务)|(?:项目|产品|app|系统|平台|游戏|网站|"
    r"插件|小程序|知识库|框架|工具|引擎|服务)~{0,4}{v}",
    "studies_at": r"从{v}~{0,3}(?:退学|转学)|在(?:一[家个所间]|某[家个]?|这家|那家)?{v}~{0,6}(?:读|念|上|学|"
    r"研究生|博士|本科)|(?:就读于?|考上了?|读|上|念|进){v}|{v}~{0,4}(?:学生|读|"
    r"大[一二三四]|研[一二三]|年级)",
    "graduated_from": r"从{v}毕|毕业于{v}|{v}~{0,6}毕业|母校~{0,3}{v}",
    "studies": r"(?:专业|主修|攻读|念|读)(?:的|是|习|个|了)*{v}|学{v}的|学的是?{v}|{v}(?:专业|系|学位|"
    r"本科|硕士|博士)",
    "speaks": r"{v}[^.]{0,12}(?:讲|说)|(?:会|说|讲|懂|母语|语言)~{0,12}{v}|{v}~{0,3}(?:流利|母语)",
    "skilled_in": r"(?:擅长|精通|熟练|熟悉|拿手|专长|会|强项)~{0,10}{v}|{v}[^.]{0,6}(?:经验|厉害|拿手|"
    r"溜|很熟)",
    "learning": r"(?:学|练|入门|研究|报|上)(?:习|了|着|过|点|一?点|下|会)*{v}|{v}(?:课|班)|{v}[^.]{0,8}学",
    "likes": r"(?<!最)(?:喜欢|稀罕|钟意|爱(?!好)|钟爱|迷|热爱|偏好|粉|沉迷|痴迷|喜爱|中意)[^.]{0,20}{v}",
    "dislikes": r"(?:不喜欢|讨厌|不爱|受不了|恨|反感|不吃|不喝|烦|没兴趣|怕|厌)[^.]{0,20}{v}",
    "owns": r"(?:买|有|拥有|入手|提|开|卖|换)~{0,10}{v}|{v}[^.]{0,10}(?:卖|没有|丢|送)",
    "uses": r"(?:用|换|迁|切|部署|基于|跑在|改|装|转|弃|从|放在|放到)~{0,12}?{v}|{v}~{0,3}(?:写|做|"
    r"开发|部署|跑)",
    "allergic_to": r"对~{0,12}{v}~{0,8}过敏|{v}过敏|过敏[原源]~{0,3}{v}",
    "plans_to": r"(?:打算|计划|准备|想|要|决定|考虑|会|可能|报名|定|预计|将|去|约)~{0,10}{v}",
    "goal": r"(?:目标|梦想|希望|想|争取|立志|愿望|理想|flag)~{0,4}{v}",
    **{
        name: rf"(?<![表堂男女学师])(?:{_ZH[name]})(?:们|叫|是|名叫|名字|:|,|的)*{_LIST}{{v}}|"
        rf"{{v}}(?:是|，是)?(?:我|他|她)的?~{{0,3}}(?:{_ZH[name]})|"
        rf"(?:{_ZH[name]})从~{{0,8}}换成了?{{v}}|(?:{_ZH[name]})从{{v}}换"
        for name in "spouse partner child parent sibling friend colleague manager".split()
    },
}
_NOT_LIKING = re.compile(
    r"\b(?:tast|look|sound|feel|smell|seem|be|more|just|something|anything|things?|exactly|work|"
    r"act)\w* like\b|\bwould (?:like|love)\b|\bdie for\b",
    re.I,
)


def _placed(predicate: str, value: str, text: str) -> bool:
    """Whether a value stands where either language's shapes for a relation want it; no shape wants nothing."""
    v = rf"(?<![a-z\d]){re.escape(value)}(?![a-z\d])"
    tables = (_PLACED_EN, _PLACED_ZH) if _CJK.search(text) else (_PLACED_EN,)
    if not any(predicate in table for table in tables[-1:]):
        return True
    shapes = [table[predicate] for table in tables if predicate in table]
    return any(re.search(shape.replace("~", _NEAR).replace("{v}", v), text, re.I) for shape in shapes)


def states(predicate: str, value: str, clause: str, sentence: str) -> bool:
    """Whether a clause has words for a relation, and the value where they want it.

    The sentence counts while the clause tells of nothing else. A relation without cues of its own,
    such as an operator's, is believed; for one that nobody defined, `named` is the test. All folded.
    """
    if predicate in ("likes", "favorite"):
        clause, sentence = (_NOT_LIKING.sub("…", t) for t in (clause, sentence))
    if predicate in _ORDERS and not _LASTING.search(sentence):
        return False
    cue = _ALLOWED.get(predicate)
    if cue is None:
        return True
    if cue.search(clause):
        return _placed(predicate, value, clause) or _placed(predicate, value, sentence)
    other = any(_ALLOWED[p].search(clause) for p in _TELLING if p != predicate)
    return not other and bool(cue.search(sentence)) and _placed(predicate, value, sentence)


def named(predicate: str, sentence: str) -> bool:
    """Whether the words of an unknown relation's own name are said: "rides" in "I ride a bike"."""
    lower = sentence.casefold()
    words = [
        w
        for w in _NAME_WORD.findall(predicate)
        if w not in ("has", "the", "with", "and", "for", "from", "into")
    ]
    return bool(words) and all(w[: max(3, len(w) - 2)] in lower for w in words)
