import {
  foldLegalForm,
  hasAttachedLegalForm,
  isEndingLegalForm,
  isStartingLegalForm,
} from './legal-forms.ts'

// A label at the end of the text before a colon, such as 地址 ("address") in "某学校 地址：". It is no part
// of the name.
const LABEL_BEHIND = /(?<=\S)\s\S{2,6}$/u

/**
 * Returns the start of a Chinese, Japanese or Korean text, up to the end of the name that it may
 * begin with.
 */
export function unspacedStart(text: string): string {
  const match = /^(?:[^、。，．；：:;,|｜「」『』（(【】\n]|[（(][주유株有同][）)]){1,60}/u.exec(
    text,
  )
  const found = match?.[0] ?? ''
  const isLabelled = /^\s{0,2}[:：]/u.test(text.slice(found.length))
  const cut =
    (isLabelled ? found.replace(LABEL_BEHIND, '') : found).split(
      /(?:(?<!\s)\s+)?(?:以下|\s代表|が運営|が、|は、|及び|および|による|の公式|所在地|代表者|電話|〒|TEL)/u,
    )[0] ?? ''
  return companyFirst(cut)
}

// Returns the first word if it contains a legal form: 有限会社某工務店 from "有限会社某工務店 建設業許可 第123号".
// Otherwise returns the text unchanged.
function companyFirst(text: string): string {
  const [first = ''] = text.split(/\s/u, 1)
  const isForm =
    isStartingLegalForm(foldLegalForm(first)) || isEndingLegalForm(foldLegalForm(first))
  return !isForm && !/\p{Script=Hangul}/u.test(first) && hasAttachedLegalForm(first) ? first : text
}

// A Chinese company name behind a verb. The verb in 系指北京…有限公司 ("means Beijing ... Limited") is no
// part of the name.
export const HAN_COMPANY_BEHIND_A_VERB =
  /[了指是由与和为在向即](?!.*[了指是由与和为在向即])(\p{Script=Han}[\p{Script=Han}（）()]{2,30}公司)$/u

/** Chinese company names, also in the middle of a text without spaces. */
export const HAN_COMPANY =
  /[\p{Script=Han}（）()]{2,30}?(?:股份有限公司|有限责任公司|有限責任公司|有限公司|有限合夥)/gu
