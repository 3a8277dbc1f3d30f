/**
 * Words in the menus, links and footers of web pages, in lower case without accents. Each word
 * occurs in the links of at least 6 of 583 real sites in 27 languages and rarely in company names.
 * A text that consists only of such words is rarely a company name.
 */
export const PAGE_WORDS: ReadonlySet<string> = new Set(
  `ab abo abonnement abonnieren about academy access accessibility accessories account action ad adchoices add address
ads advanced advertise advertising advice affiliate africa afrika after again against agb age agents ago agreement
aide air aktuelle aktuelles alerts all alle alles als alt alternative am amazon american an analysis analytics andere
andern android angebot angebote angeles animals anmelden ansprechpartner answers anti anzeige anzeigen app appetizers
apple application applications apps april arbeit arbeiten archiv archive archives argentina around art article
articles artikel arts as asia asian asien associate at au audio auf aufgeben august aus ausbildung ausgabe ausland
ausschreibungen automotive autos aux available avocado awards baby back baden baked baking balance banana barbecue
barcelona barrierefreiheit bars base based basics basketball bayern bbq be beauty become beef before bei beim being
beitrage benefits beratung berlin best bestellen better biden big bilder bildung bill bis blog blogs board book books
bowl box brand bread break breakfast breaking bremen browse browser brunch buch bucher budget build bulletin
bundesliga business businesses butter buy by cake cakes calculator calendar california call campaign can car caramel
carb card cards care career careers cars cart cartoons case casserole categories cauliflower celebrity central centre
ceo champions change changes channel channels chat check cheesecake cheesy chelsea chicago chicken childrens china
chinese chocolate choices chris christmas chrome city class classic classifieds click close cloud cocktails code
coffee collaboration collect collection collections college columnists come comics coming comment commentary comments
commercial community company competitions complaints compliance computer computing con condiciones conditions
conference confidentialite congress connect connected connectors contact contacts content contests control cookbook
cooker cookie cookies cooking copyright corona coronavirus corporate corrections cost country coupons course courses
court cover coverage covid cream create credit cricket crime cross crossword cultura culture cup current custom
customer customers cybersecurity dairy dallas dan dark das data date daten datenschutz datenschutzerklarung dating
david day dc dead deal deals death defense deine del delivery demand den deportes des design designed dessert desserts
destinations details deutsch developer developers development device devices did diese diet digitale digitales dining
dinner dinners dip directions directory disclaimer disclaimers disclosure discord discover dish dishes diversity diy
dla dmca do docs documentation does donate dont down download downloads drink drinks drive drop drucken du durch
dutilisation dynamics early earn east easter easy eat eating echo economia economy edge edition editor editorials
editors education ehrenamt ein eine einen einstellungen election elections email empfehlungen employment en end
energie energy engagement english enterprise environment equity erklarung es espana espanol estate ethics eu euro
europa europe european event events ever exchange executive experience expert experten explore extra facebook facts
fall family fan fans fantasy faq faqs fashion favorite fax fc feature featured features februar feed feedback feeds
festivals film finance finanzen find finden finder finger fire fish fitness five fix folge folgen follow football
footer for ford forgot form formula forschung forum forums foto fotos four fr fragen francais free french fresh friday
friendly from front fruit fryer fuel full fussball futbol future gallery game games garlic gas gear gebardensprache
gegen geld german geschichte gesellschaft gesundheit get gets gewinnspiele gift gifts give glossar gluten gmbh go gold
golden golf google government gratis great green grocery ground grune guide guidelines guides gute hair halloween has
hat hauptmenu have head health healthcare healthy heft hello help her here high highlights hilfe hinweise his historie
history hockey holidays home homemade homepage homes honey hong horoscopes horoscopo horse hot hotels hotline hour
hours how hub ice id ideas ihre im image immobilien impact important impressum in index indian industrial industry
info information informationen ingredient ingredients inhalt innen innovation innovative inside insider inspiratie
inspiration instagram instant internacional internationale internationales interviews into investors ios ipad iphone
iran is issue issues ist it italia italian italiano jahre jan januar january japanese je jetzt job jobs join journal
july jump june just kalender karriere keep kids kinder kindle king kingdom kino kiosk kit kits kleinanzeigen klima
klimaschutz know kolumnen kommentare kong konnen kontakt korea kultur kultura lamb lander landesverbande language
larger las last latest latin law leadership league learn learning leave leben legal legales leichte lesen leserreisen
less lets letters library license licensing lifestyle liga light like link linkedin links list listings lists live
living llc location locations log login logo logout long look los loss love low ltd lunch ma made madrid mahjong mail
main make maker making man manage management manager managing map mapa march mark market marketing marketplace markets
markt mas masthead max may meal meals mecklenburg med mediadaten mediathek medicine mediterranean meer meet meeting
mehr meine meinung melden meldungen member membership mens mentions menu messenger met method mexican michael middle
min minutes miscellaneous miss mission mit mitglied mitmachen mix mixed mlb mobile mobilitat moda mode models modern
mon money monitoring montreal more most motoring motoryzacja move movie movies muffin multi multimedia munchen mundo
murder music musik my na nach nachhaltigkeit nas navigation nba need networking neu neueste newsletter newsletters
newspaper newsroom nfl nhl nicht nieruchomosci nieuwsbrief night no noch noodles north nos not notes notice notices
nous november now nur nutzungsbedingungen ny nyc oben obituaries occasions october oder of off offers office
ogloszenia ohne oil oktober old on one only ons op open opinion opportunities options or order organisation oss osten
other our out outdoor over overview own pa pacific page pages panorama paper papers parents parmesan part parties
partner partnerships party password passwort pasta pastry pay payment pdf per permissions personal pesto pets pfalz
phone photo photos picks pinterest pizza place plan planet planner planning plans plant platform play please plus pm
po podcast podcasts poland police policies policy politica politics politik politique poll pool pop popular pork
portal portugal posts pot potato potatoes power powered praca pre preferences preise presse pressemitteilungen
previous price prices pricing primary prime print privacidad privacy pro process processing product products produkte
professional profile program programm programs projects projekte promotions property prospekte protected protection
protein providers publikationen pudding pumpkin purchase purchases push puzzles quality que questions qui quiche quick
quinoa quiz quote racing range rankings rate rates ratgeber read real really recent recept recepten recettes rechte
rechtliche recipe red redaktion reddit region regional register registrieren regulamin reise reklama related relations
release releases religion renew rent report reports reprints request research reserved resources restaurants results
retail return returns review reviews rewards rezepte rheinland rice richtlinien right rights risk risotto road roasted
room rss rugby run rund russia russland sachsen safety salad salads sale sales salmon sandwiches sante sauce sauces
sausage save saved savings say schedule school schools schutz science se seafood search secret section sections
security seen seite sell send senior september series service services set sets settings sex share shipping shop
shopping shops show showbiz shows shrimp sich sicherheit side sidebar sie sign signup sind single site sitemap sites
skip slow small smart snacks so soccer social sociedad soft software some sommes sonstige soup soups south southern
soziale space spain special specials spenden spiele sponsored sport spotlight sprache spring staff standards stars
start started startseite state statement states status stay stellenangebote stock stocks stone stop storage store
stories story strawberry streaming strom student studio study style submit subscribe subscriber subscription
subscriptions suche suchen sudoku sugar suite summer sunday super supply support sur sustainability sweden sweet
syndication table tag talk team teams technical technik tecnologia teilen tel telefon termine terms testimonials tests
texas text thai than thanksgiving that the their thema theme themen themenwelten these things this tiktok til tip
tipps tips to today todays tofu together toll tom tools top topics toronto tos touch tous track tracker tracking trade
training transfer transfers transformation transportation travel trending trends trial trump trumps try tumblr turkey
turn tv tweet tweets twitter two types uber uberblick ubersicht ukraine um un under united university uns unser unsere
unternehmen unterstutzen up update updates us usage use used user using valentines vanilla vegan vegas vegetables
vegetarian veranstaltungen verbraucher vergessen vergleich verkehr vida video videos view vip virtual visit von
voorwaarden vor vorbehalten vorpommern vs wahlen wall want war warum was watch water we weather webinars website
websites weddings week weekend weitere wellness weltweit wer werben werbung werden were west westfalen wetter what
whats whatsapp where white who why wiadomosci wie wild will wine wings winter wir wird wissen wissenschaft with wo
wohnen woman women wordpress work working world worldwide worth write wurttemberg year years you your youtube zero zu
zucchini zum zur zuruck архив все как на новости общество правила реклама 日本語`.split(/\s+/u),
)
