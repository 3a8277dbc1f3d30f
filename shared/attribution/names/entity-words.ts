export const CONJUNCTIONS = new Set(['&', '+', 'and', 'und', 'et', 'og', 'och', 'ja', 'u'])
export const UNIFYING_WORDS = new Set(
  'of the de des du da do dos der die das for la le el y e en van von di del della'.split(' '),
)
export const WEB_SUFFIXES = new Set('com net org io de fr es it nl pl fm co app ai jp'.split(' '))

/**
 * Words such as "bank" with which the names of many organisations begin. Two names that share only
 * such a word do not mean the same organisation.
 */
export const GENERIC_FIRST_WORDS = new Set(
  'agency association bank bureau cafe center centre city club college commission council county department foundation group hotel institute international ministry museum national office school society state studio team town university universitat universite universidad universita royal north south east west best first green blue'.split(
    ' ',
  ),
)

export const ORGANIZATION_WORDS: ReadonlySet<string> = new Set(
  `advisors advisory agentur air airlines allstars apparel architects archive artists arts associates association
 atelier atlas authority auto automotive baby bakery bank bar   beach beauty beer bikes blog boats
 books bookshop boutique brewery brewing brothers builders bureau bus business cafe cakes  capital care
 catering center centre ceramics chamber chronicle church city clinic clothing club coffee collective college
 commission company consultants consulting cookies cosmetics council country county courier creamery creative
 daily dairy dance deli dental department design digital distillery divers education electric energy
 engineering enterprises entertainment estate events exchange express farm farms fashion festival films finance
 fitness florist flowers food foods forum foundation fund furniture gallery games garage garden gardens gazette
 gifts goods green grill group groupe grupo gruppe gym health herald holding holdings home homes hospital hotel
 house industries inn institut institute insurance interiors international island jewelry journal kids kitchen
 lab laboratory labs  landscaping law legal library life  logistics magazine maker makers marine
 maritime market media medical  ministry mountain museum music network news newspaper notes nursery online
 optics outdoor outfitters paper partners pediatrics pet pets pharma pharmacy photo photography pizza platform
 plumbing  pottery press productions project properties provisions pub publishers publishing radio rail
 real records recruitment rentals repair resort restaurant review river road roasters roofing salon school
 science security services shop ski soap society software solutions spa space sports state station store street
 studio studios summit supply surf systems tattoo tavern tea team tech technologies technology theater theatre
 times tools tours town toys trade trading transport travel tribune trucks trust tutoring tv universidad
 universidade universita universitat universite university valley ventures verlag  vineyard vintage
 voice water weekly wine winery wines  works yoga`.split(/\s+/u),
)
