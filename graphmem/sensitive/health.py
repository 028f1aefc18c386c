"""Whether a text speaks of someone's health: kept out of prompts unless the question is about such things.

Precise rather than complete: words that people use of anything ("sick of it", "a depressing film") are not here.
"""

from __future__ import annotations

import re

_WORDS = frozenset(
    # illness
    "hiv hepatitis cancer tumor tumors tumour tumours leukemia leukaemia lymphoma melanoma chemo "
    "chemotherapy "
    "radiotherapy diabetes diabetic insulin asthma asthmatic epilepsy epileptic seizures schizophrenia "
    "schizophrenic "
    "dementia alzheimer alzheimers parkinsons lupus colitis celiac coeliac psoriasis eczema arthritis "
    "fibromyalgia "
    "migraine migraines pacemaker hypertension hypertensive cholesterol cirrhosis dialysis thyroid "
    "tuberculosis anemia "
    "anemic anaemia anaemic surgery biopsy mammogram colonoscopy hospitalized hospitalised disability "
    "disabilities "
    "wheelchair allergy allergies allergic "
    # mind
    "antidepressant antidepressants bipolar ocd adhd autism autistic asperger aspergers ptsd "
    "psychosis psychotic "
    "suicide suicidal overdose overdosed overdosing anorexia anorexic bulimia bulimic psychiatrist "
    "psychiatric psychiatry "
    "psychotherapy psychotherapist insomnia "
    # addiction
    "alcoholism sober sobriety addiction addictions relapse relapsed rehab heroin cocaine "
    "methamphetamine opioid opioids "
    "fentanyl methadone oxycodone "
    # sexual health and birth
    "pregnant pregnancy abortion miscarriage miscarriages miscarried stillborn stillbirth infertile "
    "infertility ivf iud "
    "contraceptive contraceptives contraception hysterectomy mastectomy vasectomy menopause menopausal "
    "menstrual "
    "menstruation endometriosis pcos chlamydia gonorrhea gonorrhoea syphilis herpes hpv genital "
    "erectile impotent viagra "
    "libido "
    # medicine
    "medication medications prozac zoloft lexapro xanax valium ativan klonopin adderall ritalin vyvanse "
    "concerta ssri "
    "ssris antipsychotic antipsychotics metformin statin statins warfarin ozempic wegovy methotrexate "
    "tamoxifen "
    "antibiotics painkillers sertraline fluoxetine citalopram escitalopram levothyroxine prednisone "
    "gabapentin inhaler "
    "epipen antiretroviral antiretrovirals hrt prescription".split()
)
_OF_TWO = re.compile(
    r"(?<![a-z])(?:multiple sclerosis|parkinson['’]s|crohn['’]?s|(?:a|mini|his|her|my) stroke(?! of)|"
    r"heart (?:attack|disease|failure|condition|surgery)|blood (?:pressure|sugar|thinners?)|tested positive|"
    r"kidney (?:disease|failure|stones?)|(?:liver|heart|kidney) transplant|(?:have|had|got|caught) covid|"
    r"diagnos(?:ed|is) (?:with|as|of)|(?:my|his|her) diagnosis|terminally ill|i(?:['’]m| am) disabled|"
    r"(?:lactose|gluten)[ -]intoleran(?:t|ce)|(?<!great )depression|(?<!the )(?<!code )depressed|panic "
    r"attacks?|"
    r"kill(?:ed|ing)? (?:my|him|her|them)sel(?:f|ves)|(?:end|ended|take|took|taken) (?:my|his|her) "
    r"(?:own )?life|"
    r"self[- ]harm(?:ed|ing|s)?|(?:cut|hurt)(?:ting|ing)? myself|eating disorders?|binge[- ]eating|"
    r"(?:my|a|her|his|see|seeing) (?:therapist|shrink)(?! at\b)|in therapy|"
    r"mental (?:illness|health (?:problems?|crisis)|hospital|breakdown)|"
    r"(?:have|has|had|my|his|her|severe|social|with) anxiety|anxiety (?:disorder|attack)s?|nervous "
    r"breakdown|(?<!non-)(?<!non )alcoholics?(?! (?:drink|beverage|cider|beer))|"
    r"(?:drug|gambling|recovering|porn|sex) addicts?|drug (?:abuse|problem|habit)|drinking problem|"
    r"addicted to (?:drugs|alcohol|crack|meth|opi[a-z]+|pain[a-z]*|pills|gambling|porn[a-z]*|nicotine|sex)|"
    r"trying to conceive|birth control|morning[- ]after pill|my period|(?:a|an|have|had|got|for|my|his|"
    r"her) st[di]s?|"
    r"unprotected sex|sexual(?:ly)? (?:health|transmitted|abused?|assault(?:ed)?)|(?:my|on|her|his|"
    r"their) meds|"
    r"(?:on|take|taking|takes|took) lithium|beta[- ]blockers?|hormone (?:therapy|replacement))(?![a-z])"
)
_OF_TWO_HAS = frozenset(
    "anxiety sclerosis parkinson crohn crohns stroke heart blood positive kidney transplant covid diagnosed "
    "diagnosis ill disabled "
    "intolerant intolerance depression depressed attack attacks kill killed killing life harm harmed "
    "harming myself eating "
    "therapist shrink therapy mental breakdown alcoholic alcoholics addict addicts drug drinking "
    "addicted conceive control "
    "pill period std stds sti stis sex sexual sexually meds lithium blockers blocker hormone".split()
)
"""A word of each of those: the pattern runs only where one stands."""
_CHINESE = re.compile(
    "怀孕|孕期|孕妇|备孕|早孕|流产|堕胎|打胎|人流(?!量|密|高|大|涌|如)|不孕|不育|试管婴儿|避孕|月经|痛经|更年期|艾滋|乙肝|丙肝|肝炎|"
    "肝硬化|癌|肿瘤|白血病|化疗|放疗|糖尿病|胰岛素|血压|血糖|血脂|降压药|降糖药|心脏病|冠心病|心梗|中风|脑梗|哮喘|癫痫|"
    "肾病|肾衰|肾结石|肾炎|肾移植|透析|甲亢|甲减|甲状腺|痛风|关节炎|红斑狼疮|牛皮癣|银屑病|湿疹|过敏|痔疮|性病|梅毒|淋病|湿疣|"
    "疱疹|阳痿|早泄|性功能|抑郁|躁郁|双相|焦虑症|强迫症|恐慌症|惊恐发作|精神病|精神分裂|精神科|精神障碍|自闭|多动症|失眠|自杀|"
    "自残|割腕|轻生|不想活|厌食症|暴食症|贪食症|酗酒|戒酒|戒毒|吸毒|毒瘾|酒瘾|成瘾|安眠药|吃药|服药|用药|药物|百忧解|手术|住院|"
    "确诊|病历|残疾|痴呆|阿尔茨海默|帕金森|心理医生|心理咨询|心理治疗|绝症|肺结核|贫血|"
    "得(?:了|上)[^\n,，。！？!?]{0,6}(?:病|症|炎)|患(?:了|上|有)[^\n,，。！？!?]{0,6}(?:病|症|炎)"
)
_ASKING = frozenset(
    "doctor doctors gp hospital clinic health healthy medical medicine medicines meds illness illnesses "
    "ill sick disease "
    "diseases symptom symptoms treatment treatments therapy therapist pill pills drug drugs mental "
    "condition conditions "
    "pain injury injuries injured diet nurse pharmacy checkup diagnosis diagnosed vaccine vaccinated "
    "addict addicted "
    "alcoholic anxiety baby expecting depression depressed surgeon std sti".split()
)
_ASKING_CHINESE = re.compile("[病药医疼痛瘾孕]|健康|身体|症状|治疗|体检|忌口")
_YOU = re.compile(r"\b(?:you|your|yours|user)\b|[你您]|用户", re.I)
_SENTENCE = re.compile(r"(?<=[.!?。！？])\s*|\n")
_TOKEN = re.compile("[a-z]+")
_LATIN = re.compile("[A-Za-z]{3}")


def speaks(text: str) -> bool:
    """Whether it tells of an illness, a pregnancy, an addiction, a wish to die, of medicine or sexual "
    "health."""
    if _LATIN.search(text):
        lower = text.lower()
        tokens = frozenset(_TOKEN.findall(lower))
        if tokens & _WORDS or (tokens & _OF_TWO_HAS and _OF_TWO.search(lower)):
            return True
    return not text.isascii() and _CHINESE.search(text) is not None


def speaks_to_someone(text: str) -> bool:
    """Whether a sentence of it that says "you" or "your" does."""
    return speaks(text) and any(_YOU.search(s) and speaks(s) for s in _SENTENCE.split(text))


def asks(query: str) -> bool:
    """Whether a question is about such things: also in words too common to tell of them."""
    return (
        not _ASKING.isdisjoint(_TOKEN.findall(query.lower()))
        or _ASKING_CHINESE.search(query) is not None
        or speaks(query)
    )
