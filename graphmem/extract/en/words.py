"""Word lists for English. Add a word to a list; nothing else needs to know."""

from __future__ import annotations

import re


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


# kin or acquaintance word → (relation of the user to that person, pronouns that can mean them)
_RELATIONS = """
spouse   she : wife
spouse   he  : husband hubby
spouse   they: spouse
partner  she : girlfriend gf fiancée fiancee
partner  he  : boyfriend bf fiancé fiance
partner  they: partner ex
child    she : daughter
child    he  : son boy
child    they: child kid baby toddler twin eldest youngest firstborn newborn
parent   she : mother mom mum mama mommy mummy
parent   he  : father dad papa daddy
parent   they: parent
sibling  she : sister
sibling  he  : brother
sibling  they: sibling
friend   they: friend bestie buddy pal mate chum
colleague they: colleague coworker co-worker workmate teammate
manager  they: manager boss supervisor
"""
RELATIONS: dict[str, str] = {}
PRONOUN: dict[str, str] = {}
for _line in _RELATIONS.strip().splitlines():
    _head, _words = _line.split(":")
    _relation, _pronoun = _head.split()
    for _word in _words.split():
        RELATIONS[_word] = _relation
        PRONOUN[_word] = _pronoun
for _pronoun, _words in {
    "she": "aunt auntie grandmother grandma nan granny niece mother_in_law sister_in_law daughter_in_law landlady "
    "stepmother stepmom stepsister stepdaughter",
    "he": "uncle grandfather grandpa granddad nephew father_in_law brother_in_law son_in_law landlord stepfather "
    "stepdad "
    "stepbrother stepson",
    "they": "cousin neighbor neighbour roommate flatmate housemate doctor dentist teacher mentor tutor coach "
    "therapist deskmate classmate schoolmate penpal godmother godfather babysitter nanny hairdresser barber physio "
    "client godson goddaughter grandson granddaughter grandchild accountant lawyer trainer professor advisor",
}.items():
    for _word in _words.split():
        PRONOUN[_word] = _pronoun

WHICH_ONE = _set(
    "older younger elder oldest youngest eldest first second third other big little smaller bigger"
)
PLURAL_KIN = {"children": "child", "kids": "kid", "wives": "wife", "folks": "parent"}
GROUP_OF_USER = _set(
    "team company startup organization organisation org firm business shop stack department lab"
)

PARTS = _set(
    "backend frontend api server servers pipeline pipelines stack codebase site website infrastructure infra "
    "services ci deployment deployments monitoring repo repos cluster prod production staging everything "
    "tests tickets logs builds backups docs data wiki"
)
# countries, states and big cities: where "I left X" means a place, not an employer
PLACES = frozenset(
    name.strip().lower()
    for name in """
    Afghanistan, Albania, Algeria, Argentina, Armenia, Australia, Austria, Azerbaijan, Bangladesh, Belarus,
    Belgium, Bolivia, Bosnia, Botswana, Brazil, Bulgaria, Cambodia, Cameroon, Canada, Chile, China, Colombia,
    Croatia, Cuba, Cyprus, Czechia, Denmark, Ecuador, Egypt, England, Estonia, Ethiopia, Fiji, Finland, France,
    Georgia, Germany, Ghana, Greece, Guatemala, Hungary, Iceland, India, Indonesia, Iran, Iraq, Ireland, Israel,
    Italy, Jamaica, Japan, Jordan, Kazakhstan, Kenya, Korea, South Korea, Kuwait, Laos, Latvia, Lebanon,
    Lithuania, Luxembourg, Madagascar, Malaysia, Malta, Mexico, Moldova, Mongolia, Morocco, Myanmar, Namibia,
    Nepal, Netherlands, New Zealand, Nicaragua, Nigeria, Norway, Oman, Pakistan, Panama, Paraguay, Peru,
    Philippines, Poland, Portugal, Qatar, Romania, Russia, Rwanda, Saudi Arabia, Scotland, Senegal, Serbia,
    Singapore, Slovakia, Slovenia, South Africa, Spain, Sri Lanka, Sudan, Sweden, Switzerland, Syria, Taiwan,
    Tanzania, Thailand, Tunisia, Turkey, Uganda, Ukraine, Uruguay, Uzbekistan, Venezuela, Vietnam, Wales, Yemen,
    Zambia, Zimbabwe, UK, US, USA, UAE, United States, United Kingdom, Europe, Asia, Africa, Hong Kong, Macau,
    Alabama, Alaska, Arizona, Arkansas, California, Colorado, Connecticut, Delaware, Florida, Hawaii, Idaho,
    Illinois, Indiana, Iowa, Kansas, Kentucky, Louisiana, Maine, Maryland, Massachusetts, Michigan, Minnesota,
    Mississippi, Missouri, Montana, Nebraska, Nevada, New Jersey, New Mexico, Ohio, Oklahoma, Oregon,
    Pennsylvania, Tennessee, Texas, Utah, Vermont, Virginia, Washington, Wisconsin, Wyoming, Ontario, Quebec,
    Bavaria, Catalonia, Tuscany, Sicily, Bali, London, Paris, Berlin, Madrid, Rome, Vienna, Amsterdam, Brussels,
    Lisbon, Porto, Dublin, Edinburgh, Glasgow, Manchester, Birmingham, Leeds, Bristol, Munich, Hamburg, Cologne,
    Frankfurt, Stuttgart, Zurich, Geneva, Basel, Bern, Milan, Turin, Naples, Florence, Venice, Bologna,
    Barcelona, Valencia, Seville, Athens, Istanbul, Ankara, Warsaw, Krakow, Prague, Brno, Budapest, Bucharest,
    Sofia, Belgrade, Zagreb, Ljubljana, Copenhagen, Aarhus, Stockholm, Gothenburg, Oslo, Bergen, Helsinki,
    Tallinn, Riga, Vilnius, Moscow, Kyiv, Lviv, Minsk, Tbilisi, Yerevan, Baku, Dubai, Doha, Riyadh, Tehran, Tel
    Aviv, Jerusalem, Beirut, Cairo, Lagos, Nairobi, Accra, Johannesburg, Cape Town, Casablanca, Mumbai, Delhi,
    Bangalore, Chennai, Kolkata, Hyderabad, Pune, Karachi, Lahore, Dhaka, Colombo, Kathmandu, Bangkok, Hanoi,
    Saigon, Jakarta, Manila, Kuala Lumpur, Beijing, Shanghai, Shenzhen, Guangzhou, Chengdu, Hangzhou, Wuhan,
    Nanjing, Taipei, Tokyo, Osaka, Kyoto, Seoul, Busan, Sydney, Melbourne, Brisbane, Perth, Adelaide, Auckland,
    Wellington, Toronto, Montreal, Vancouver, Calgary, Ottawa, New York, Boston, Chicago, Philadelphia,
    Baltimore, Atlanta, Miami, Orlando, Dallas, Houston, Austin, Denver, Phoenix, Seattle, Portland, San
    Francisco, Los Angeles, San Diego, Las Vegas, Detroit, Cleveland, Pittsburgh, Minneapolis, Nashville,
    Memphis, New Orleans, Honolulu, Mexico City, Guadalajara, Bogota, Lima, Quito, Santiago, Buenos Aires,
    Montevideo, Sao Paulo, Rio de Janeiro
    """.split(",")
)

PETS = _set(
    "dog cat puppy kitten pup kitty parrot rabbit bunny hamster gerbil turtle tortoise fish goldfish bird "
    "budgie cockatiel canary horse pony lizard gecko snake ferret beagle labrador lab poodle greyhound corgi "
    "husky retriever terrier shepherd collie dachshund pug bulldog boxer chihuahua dalmatian spaniel mutt "
    "tabby siamese ragdoll rat mouse pet guinea_pig hedgehog chinchilla iguana axolotl chicken hen duck goat "
    "sheep pig donkey rescue whippet schnauzer rottweiler doberman mastiff shiba akita samoyed pomeranian "
    "maltese havanese spitz tarantula chameleon bearded_dragon "
    "tarantula python boa cockatoo macaw llama alpaca foal stoat"
)

DIETS = _set(
    "vegetarian vegan pescatarian pescetarian flexitarian kosher halal keto paleo gluten-free dairy-free "
    "lactose-free plant-based carnivore omnivore fruitarian low-carb sugar-free veggie teetotal teetotaler "
    "sober raw-vegan"
)

# as written → kept as written; nouns and adjectives that name a lasting state of health
CONDITIONS = _set(
    "asthma diabetes adhd migraine migraines epilepsy anxiety depression eczema psoriasis arthritis "
    "hypertension celiac coeliac insomnia tinnitus dyslexia autism anemia anaemia scoliosis glaucoma lupus "
    "ibs gerd crohn's fibromyalgia endometriosis hypothyroidism osteoporosis sciatica gout narcolepsy ptsd "
    "ocd bipolar cancer hepatitis rosacea vertigo pcos copd hiv allergies hayfever diabetic dyslexic "
    "epileptic asthmatic anemic autistic colorblind colour-blind color-blind deaf blind lactose_intolerant "
    "gluten_intolerant dyspraxia hemophilia parkinson's alzheimer's tendinitis bursitis rhinitis apnea "
    "hernia dementia schizophrenia anorexia bulimia lymphoma leukemia leukaemia melanoma stroke hemophilia "
    "haemophilia thalassemia vitiligo rheumatism angina arrhythmia tachycardia emphysema bronchitis pneumonia "
    "tuberculosis malaria hyperthyroidism hyperthyroid hypothyroid prediabetic prediabetes agoraphobia "
    "claustrophobia claustrophobic neuropathy ms me/cfs als cfs pots eds gallstones hemorrhoids endometriosis "
    "hearing-loss cataracts astigmatism aphantasia dyscalculia dysgraphia tourette's asperger's raynaud's "
    "hashimoto's lyme hay-fever disease disorder syndrome deficiency intolerance cholesterol"
)

LANGUAGES = _set(
    "english french spanish german italian portuguese dutch swedish norwegian danish finnish icelandic "
    "polish czech slovak hungarian romanian bulgarian greek turkish russian ukrainian arabic hebrew persian "
    "farsi urdu hindi bengali punjabi tamil telugu malayalam kannada marathi gujarati mandarin cantonese "
    "chinese japanese korean vietnamese thai indonesian malay tagalog swahili amharic yoruba igbo zulu "
    "afrikaans catalan basque galician welsh irish gaelic latin esperanto serbian croatian slovenian bosnian "
    "albanian macedonian estonian latvian lithuanian georgian armenian kazakh uzbek mongolian nepali sinhala "
    "burmese khmer lao pashto kurdish maltese quechua hokkien hakka asl frisian breton luxembourgish tibetan "
    "uyghur wolof xhosa hausa somali tigrinya maori hawaiian navajo yiddish occitan guarani aymara faroese"
)

NATIONALITIES = _set(
    "american canadian mexican brazilian argentine argentinian chilean colombian peruvian venezuelan "
    "ecuadorian bolivian uruguayan paraguayan cuban dominican jamaican haitian guatemalan honduran "
    "salvadoran nicaraguan panamanian british english scottish welsh irish french german italian spanish "
    "portuguese dutch belgian swiss austrian swedish norwegian danish finnish icelandic polish czech slovak "
    "slovakian hungarian romanian bulgarian greek turkish cypriot maltese russian ukrainian belarusian "
    "lithuanian latvian estonian moldovan serbian croatian slovenian slovene bosnian albanian macedonian "
    "kosovar montenegrin georgian armenian azerbaijani kazakh uzbek kyrgyz tajik turkmen afghan pakistani "
    "indian bangladeshi nepali nepalese bhutanese burmese thai vietnamese cambodian laotian "
    "malaysian singaporean indonesian filipino filipina chinese taiwanese japanese korean mongolian iranian "
    "persian iraqi syrian lebanese jordanian israeli palestinian saudi emirati kuwaiti qatari bahraini omani "
    "yemeni egyptian libyan tunisian algerian moroccan sudanese ethiopian eritrean somali kenyan ugandan "
    "tanzanian rwandan nigerian ghanaian senegalese ivorian cameroonian congolese angolan zambian zimbabwean "
    "mozambican namibian botswanan malagasy mauritian australian aussie kiwi fijian samoan "
    "tongan luxembourgish catalan basque scot dane swede finn pole turk spaniard brit canadien "
    "trinidadian bahamian barbadian"
)

JOBS = _set(
    "engineer developer programmer teacher nurse doctor surgeon lawyer attorney paralegal accountant cook "
    "chef baker barista bartender waiter waitress server cashier driver pilot steward stewardess mechanic "
    "plumber electrician carpenter welder mason builder architect designer artist illustrator painter "
    "sculptor musician composer singer drummer guitarist pianist violinist cellist actor actress dancer "
    "writer author journalist editor reporter translator interpreter photographer filmmaker director "
    "producer manager supervisor analyst scientist researcher professor lecturer tutor librarian archivist "
    "curator historian economist statistician mathematician physicist chemist biologist geologist ecologist "
    "botanist zoologist astronomer meteorologist psychologist psychiatrist therapist counselor counsellor "
    "physiotherapist hygienist dentist orthodontist optometrist optician pharmacist paramedic midwife "
    "veterinarian vet radiologist cardiologist dermatologist pediatrician paediatrician anesthetist "
    "anesthesiologist technician technologist consultant advisor adviser planner broker banker trader "
    "auditor actuary bookkeeper clerk secretary receptionist assistant administrator coordinator recruiter "
    "salesperson salesman saleswoman marketer copywriter strategist realtor agent farmer gardener florist "
    "landscaper beekeeper fisherman forester ranger firefighter policeman policewoman officer detective "
    "soldier sailor judge notary politician diplomat priest pastor rabbi imam monk nun tailor seamstress "
    "hairdresser barber stylist beautician jeweler jeweller potter butcher fishmonger grocer brewer "
    "sommelier winemaker courier postman mailman janitor cleaner housekeeper nanny babysitter caretaker "
    "caregiver coach trainer instructor referee athlete conductor organist sysadmin dba devops sre pm cto "
    "ceo cfo coo vp founder cofounder co-founder entrepreneur freelancer contractor intern apprentice "
    "trainee lead principal specialist strategist operator machinist locksmith roofer glazier plasterer "
    "surveyor cartographer animator webmaster tester hacker linguist philosopher sociologist anthropologist "
    "archaeologist epidemiologist toxicologist pathologist neurologist oncologist urologist podiatrist "
    "chiropractor osteopath audiologist dietitian nutritionist stenographer typist dispatcher estimator "
    "inspector foreman warden bailiff magistrate solicitor barrister magician comedian model bodyguard "
    "bouncer undertaker upholsterer weaver blacksmith goldsmith luthier bricklayer electromechanic "
    "stonemason columnist publicist lobbyist activist postdoc phd adjuster croupier dealer stockbroker underwriter "
    "buyer seller merchandiser planner scheduler stevedore porter concierge hotelier innkeeper "
    "ceramicist glassblower tanner cobbler shoemaker saddler farrier jockey shepherd rancher cowboy "
    "winegrower vintner distiller cheesemonger baker patissier confectioner chocolatier roaster dishwasher "
    "caterer cameraman gaffer editor screenwriter playwright poet novelist essayist biographer blogger vlogger "
    "podcaster youtuber streamer influencer rapper dj bassist percussionist harpist flautist composer soprano "
    "tenor choreographer puppeteer acrobat juggler stuntman usher projectionist docent conservator "
    "restorer bookbinder typesetter proofreader copyeditor lexicographer paralegal conveyancer "
    "stenographer clerk prosecutor ombudsman mediator arbitrator negotiator ambassador consul attaché senator "
    "councillor mayor minister chaplain deacon vicar bishop missionary curate social-worker carer orderly "
    "phlebotomist sonographer radiographer anaesthetist paediatrician gynecologist geriatrician hematologist "
    "nephrologist ophthalmologist surgeon doula herbalist acupuncturist masseur masseuse embalmer mortician "
    "groundskeeper arborist lumberjack logger miner driller roughneck rigger welder fitter toolmaker "
    "boilermaker pipefitter steelworker ironworker scaffolder tiler joiner cabinetmaker handyman decorator "
    "cleaner sweeper chauffeur cabbie trucker lorry-driver conductor signalman brakeman stationmaster "
    "navigator skipper bosun deckhand purser flight-attendant astronaut aviator lifeguard diver "
    "coastguard paratrooper sergeant lieutenant corporal colonel commander constable sheriff marshal "
    "investigator profiler bookmaker valuer appraiser assessor assayer auctioneer antiquarian dealer "
    "headteacher headmaster headmistress principal dean provost registrar invigilator educator governess "
    "au-pair childminder nutritionist personal-trainer choreologist stylist tattooist piercer manicurist "
    "aesthetician perfumer tutor copyist scribe oceanographer hydrologist seismologist volcanologist "
    "entomologist ornithologist virologist immunologist geneticist bioinformatician cryptographer "
    "futurist ethnographer geographer demographer pollster telemarketer fundraiser grantwriter treasurer "
    "comptroller controller cashier teller underwriter quant trader roofer paver surveyor draughtsman "
    "draftsman urbanist planner stagehand seamster milliner hatter furrier lacemaker "
    "archivist verger sexton beadle bellringer doorman porter caretaker postmaster postie paperboy "
    "milkman fishmonger greengrocer newsagent tobacconist shopkeeper publican barkeep barback busser"
)
_JOB_SUFFIX = re.compile(
    r"(?:ologist|ographer|grapher|ician|iatrist|metrist|ographer|wright|smith|monger|keeper|maker|worker)$"
)

STUDENT = _set("student undergrad undergraduate freshman sophomore pupil phd postgrad major")

TECH = _set(
    "js vba sas sap spss "
    "python java javascript typescript rust go golang ruby php perl scala kotlin swift haskell ocaml elixir "
    "erlang clojure c c++ c# r julia dart lua zig nim fortran cobol matlab sql bash zsh fish powershell html "
    "css sass react vue angular svelte next.js nuxt node node.js deno bun django flask fastapi rails laravel "
    "spring express postgres postgresql mysql mariadb sqlite mongodb redis cassandra dynamodb elasticsearch "
    "opensearch clickhouse snowflake bigquery duckdb neo4j kafka rabbitmq nats celery airflow dagster "
    "prefect spark flink hadoop dbt docker podman kubernetes k8s helm terraform ansible puppet chef pulumi "
    "jenkins argocd github gitlab bitbucket circleci travis argo grafana prometheus datadog sentry splunk "
    "kibana nginx apache caddy traefik aws gcp azure heroku vercel netlify fly.io cloudflare digitalocean "
    "linux ubuntu debian fedora arch windows macos ios android vim neovim emacs vscode pycharm intellij "
    "jupyter numpy pandas pytorch tensorflow keras scikit-learn langchain openai git svn mercurial jira "
    "confluence notion slack discord teams zoom figma sketch photoshop lightroom illustrator blender unity "
    "unreal godot excel word outlook gmail obsidian todoist evernote trello asana linear airtable webpack "
    "vite rollup babel eslint prettier pytest jest cypress selenium playwright graphql grpc rest tailwind "
    "bootstrap jquery spotify chatgpt claude copilot cursor"
)

THINGS_OWNED = _set(
    "car motorcycle motorbike bike bicycle scooter boat house flat apartment condo cabin camera guitar piano "
    "violin cello laptop phone tablet telescope van truck caravan farm bakery restaurant shop cafe café "
    "store business company drone kayak canoe surfboard sailboat yacht tesla honda toyota printer console "
    "keyboard macbook thinkpad iphone pixel tandem drum synth saxophone trumpet flute ukulele harp studio "
    "vineyard garden land cottage allotment tractor treadmill toyota subaru volvo ford bmw audi mazda nissan "
    "kia hyundai vw volkswagen mercedes porsche fiat renault peugeot skoda jeep chevrolet vespa yamaha "
    "kawasaki ducati harley kindle playstation xbox"
)

# not part of "the shortest noun phrase"
IDLE_ADJECTIVES = _set(
    "new own brand-new nice great good little beautiful lovely amazing favorite favourite current old-ish "
    "awesome fantastic whole certain same few several many much more lot lots only just real really actual "
    "various other cute tiny sweet first second third 1st 2nd 3rd wonderful gorgeous second-hand used other "
    "such proper decent very dear beloved adorable pretty fellow so-called absolute total own certain"
)

FICTION = _set(
    "story poem novel haiku song sonnet limerick script screenplay fanfic fanfiction tale fable character "
    "scene sketch dialogue monologue joke riddle lyrics rap ballad roleplay role-play play plot"
)
FICTIONAL = _set("character protagonist hero heroine villain avatar narrator wizard elf npc persona")

SAY = _set(
    "say tell think reckon claim believe suspect insist swear joke assume guess suggest figure report write "
    "announce mention hear read argue pretend dream imagine wish hope doubt wonder deny swear call"
)
NOT_NAMES = _set(
    "i i'm god monday tuesday wednesday thursday friday saturday sunday january february march april may "
    "june july august september october november december christmas easter ok okay thanks hi hello hey lol "
    "yes no internet tv pc ai mom dad mum ugh haha hmm wow oh please sorry fyi btw"
)

HERE = _set(
    "here there home abroad work school town away back it this that them everything everyone someone something etc etc."
)


# -- what may not fill a slot (see want.py)

IDLE_PLACES = frozenset(
    "home night work moment time office desk day days hours hour least weekend weekends school university "
    "college today fun me you him her them it us life fear hope pain peace love years months weeks year "
    "month week minute minutes case fact general person trouble charge front place middle north south east "
    "west country city town village suburb suburbs area apartment house flat countryside living while bit "
    "lot long".split()
)
SCHOOL = re.compile(
    r"\b(?:school|university|college|elementary|primary|high|academy|institute|polytechnic|kindergarten|preschool|"
    r"nursery|"
    r"conservatory|conservatoire|lyc[ée]e|uni|mit|ucla|eth|tu|montessori|gymnasium|middle|secondary|grammar|"
    r"daycare|campus|seminary)\b",
    re.I,
)
NOT_EMPLOYERS = frozenset(
    "job work role position post career life team board sport football rugby cricket tennis boxing racing acting "
    "teaching nursing medicine politics management committee project competition".split()
)
NOT_SUBJECTS = frozenset(
    "hard lot lots night day days time abroad online it that this them everything things thing exam exams".split()
)
NOT_LIKED = frozenset(
    "way idea fact it that this one ones you him her them me us thing things everything something nothing "
    "anything someone everyone kind sort job help much lot bit answer answers response responses suggestion "
    "look time moment love life lot".split()
)
IDLE_LIKED = frozenset(  # when nothing more is said of them
    "details detail color colour colors colours support motivation help friendship kindness "
    "energy vibe vibes positivity thought thoughts words word pic pics picture pictures photo photos "
    "ideas choice advice "
    "enthusiast enthusiasm dedication effort efforts passion inclusivity theme attitude spirit story "
    "stories plan plans "
    "news update opportunity chance reminder memories memory feeling feelings inspiration fact facts "
    "company others both "
    "which what enough more most result results sight view message offer gesture difference guys folks people man "
    "experience experiences conversation conversations talk chat performance design style quote question "
    "questions explanation explanations example examples proof proofs".split()
)
LASTING_THINGS = frozenset(
    "sea ocean beach outdoors rain snow mountains city countryside theater theatre cinema opera ballet forest woods "
    "desert sun sunshine heat cold winter summer autumn spring fall night morning mornings weekend weekends violin "
    "piano guitar cello drums flute harp accordion banjo trumpet saxophone ukulele gym internet radio arts classics "
    "circus zoo library museum museums park wilderness wind stars moon coast lake river country blues quiet silence "
    "smell taste sound feel look beatles".split()
)
NOT_ACTIVITIES = frozenset(
    "think say know see be have believe imagine hear ask tell make get keep do take look give find let "
    "help meet come go "
    "talk chat check share show support stay".split()
)
BUSINESS = frozenset(
    "bakery restaurant shop cafe café store business company startup studio farm agency salon bar brewery "
    "clinic practice firm gallery bookshop bookstore hotel hostel pub gym blog podcast newsletter nonprofit "
    "charity foodtruck".split()
)


def is_job(words: str) -> bool:
    """Whether "a <words>" is an occupation: judged by its last word ("line cook", "data engineer")."""
    last = words.lower().split()[-1] if words.split() else ""
    return last in JOBS or bool(_JOB_SUFFIX.search(last))
