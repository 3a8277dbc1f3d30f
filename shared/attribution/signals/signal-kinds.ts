/**
 * Kinds of sources. A party is no author: the holder of a domain writes the site, the zone, the
 * redirect and, at most registries, the registrant. See `signal-authors.ts`.
 */
export type Party =
  | 'registration'
  | 'site'
  | 'name'
  | 'certificate'
  | 'network'
  | 'dns'
  | 'advertising'
  | 'affiliation'
  | 'redirect'
  | 'registry'
  | 'named party'
  | 'records'
  | 'reading'
  | 'context'
  | 'link'

/**
 * Meaning of the name in a signal (a fact from the evidence): legal name of a company or person
 * (`legal`), brand or title (`trade`), or name of a host or network (`hint`). A name with the role
 * `hint` only strengthens an operator from other evidence. Signals with the role `context` or
 * `link` never name a possible operator.
 */
export type NameRole = 'legal' | 'trade' | 'hint' | 'context' | 'link'

interface SignalKind {
  party: Party
  /**
   * Facts with the same group can all result from one action, for example one edit of a page
   * footer. Therefore such facts together count little more than a single fact.
   */
  group: string
  role: NameRole
  /**
   * Weight of a fact of this kind as evidence for the operator that the fact names. The scoring
   * multiplies the weight by the factor for this kind in `kind_weights`. With the role `context`
   * the weight supports the result that no possible operator is right. Unit: natural log-odds.
   */
  strength: number
  sentence: string
}

const kind = (
  party: Party,
  act: string,
  role: NameRole,
  strength: number,
  sentence: string,
): SignalKind => ({
  party,
  group: act === '' ? party : `${party}:${act}`,
  role,
  strength,
  sentence,
})

export const SIGNAL_KINDS = {
  registrant_organization: kind(
    'registration',
    '',
    'legal',
    3.6,
    'The registration record names {entity} as the registrant organisation.',
  ),
  registrant_name: kind(
    'registration',
    '',
    'legal',
    2.4,
    'The registration record names {entity} as the registrant.',
  ),
  registrant_email_domain: kind(
    'registration',
    '',
    'hint',
    0.8,
    'The registrant’s email address is at {observed}.',
  ),
  corporate_registrar: kind(
    'registration',
    'registrar',
    'hint',
    0.9,
    'The registrar is {observed}, which serves companies and verifies its clients.',
  ),
  imprint_operator: kind(
    'site',
    'legal',
    'legal',
    2.8,
    'The site’s imprint names {entity} as responsible.',
  ),
  privacy_controller: kind(
    'site',
    'legal',
    'legal',
    2.6,
    'The site’s privacy notice names {entity} as the controller.',
  ),
  operator_statement: kind(
    'site',
    'legal',
    'legal',
    2.6,
    'The site states that it is run by {entity}.',
  ),
  agreement_party: kind(
    'site',
    'legal',
    'legal',
    2.2,
    'The site’s terms name {entity} as the other party.',
  ),
  copyright_holder: kind(
    'site',
    'footer',
    'legal',
    1.8,
    'A copyright line on the site names {entity}.',
  ),
  structured_legal_name: kind(
    'site',
    'markup',
    'legal',
    2.0,
    'The site’s structured data gives {entity} as the legal name.',
  ),
  structured_organization: kind(
    'site',
    'markup',
    'trade',
    1.4,
    'The site’s structured data describes {entity} as its organisation.',
  ),
  structured_person: kind(
    'site',
    'markup',
    'legal',
    1.8,
    'The site’s structured data describes {entity} as the person behind it.',
  ),
  structured_publisher: kind(
    'site',
    'markup',
    'trade',
    1.2,
    'The site’s structured data names {entity} as publisher.',
  ),
  alternate_name: kind(
    'site',
    'markup',
    'trade',
    0.4,
    'The site’s structured data gives {entity} as another name.',
  ),
  site_name: kind('site', 'title', 'trade', 0.9, 'The site calls itself {entity}.'),
  application_name: kind(
    'site',
    'title',
    'trade',
    0.6,
    'The site’s application is called {entity}.',
  ),
  page_title: kind(
    'site',
    'title',
    'trade',
    0.6,
    'The title of the page contains the name {entity}.',
  ),
  page_author: kind('site', 'author', 'legal', 1.0, 'The page names {entity} as its author.'),
  first_person_name: kind(
    'site',
    'author',
    'legal',
    1.8,
    'The writer of the site introduces themselves as {entity}.',
  ),
  trademark_holder: kind(
    'site',
    'trademark',
    'legal',
    1.0,
    'The site says that its trademarks belong to {entity}.',
  ),
  owner_statement: kind(
    'site',
    'owner',
    'legal',
    2,
    'A line on the site says that it belongs to {entity}.',
  ),
  footer_name: kind(
    'site',
    'closing',
    'trade',
    0.3,
    'The end of the page contains the name {entity}.',
  ),
  heading_name: kind(
    'site',
    'heading',
    'trade',
    0.3,
    'A heading of the site contains the name {entity}.',
  ),
  logo_name: kind(
    'site',
    'heading',
    'trade',
    0.4,
    'The link to the home page has the name {entity}.',
  ),
  company_in_text: kind(
    'site',
    'text',
    'trade',
    0.3,
    'The text of the site names {entity}, with its legal form.',
  ),
  parent_statement: kind(
    'site',
    'parent',
    'legal',
    0.7,
    'The site says that it is part of {entity}.',
  ),
  certificate_organization: kind(
    'certificate',
    '',
    'legal',
    3.2,
    'A certificate authority confirmed {entity} as the holder of a certificate for the domain.',
  ),
  own_network: kind(
    'network',
    '',
    'hint',
    1.8,
    'The domain is served from a network whose name is {observed}.',
  ),
  group_name_server: kind('dns', '', 'hint', 1.2, 'The domain’s name servers are in {observed}.'),
  group_mail_server: kind('dns', '', 'hint', 1.0, 'Mail for the domain goes to {observed}.'),
  group_report_mailbox: kind(
    'dns',
    '',
    'hint',
    0.8,
    'Mail reports for the domain go to {observed}.',
  ),
  group_zone_contact: kind('dns', '', 'hint', 0.7, 'The zone’s contact address is at {observed}.'),
  group_sender_policy: kind('dns', '', 'hint', 0.5, 'The sender policy includes {observed}.'),
  group_reverse_dns: kind('network', '', 'hint', 0.7, 'The server’s address is named {observed}.'),
  sellers_json_name: kind(
    'advertising',
    'sellers',
    'legal',
    2.2,
    'A seller entry of an advertising system names {entity}: {observed}.',
  ),
  unproven_seller: kind(
    'advertising',
    'sellers',
    'hint',
    1.0,
    'A seller entry that the site itself can arrange names {entity}: {observed}.',
  ),
  ads_owner_domain: kind(
    'advertising',
    'owner',
    'hint',
    1.6,
    'The site’s ads.txt states that its owner is {observed}.',
  ),
  owner_domain_registrant: kind(
    'advertising',
    'owner',
    'hint',
    1.8,
    'The owner domain in the site’s ads.txt is registered to {entity}.',
  ),
  trust_txt_controller: kind(
    'affiliation',
    '',
    'hint',
    1.6,
    'The site’s trust.txt states that it is controlled by {observed}.',
  ),
  related_website_set: kind(
    'affiliation',
    '',
    'hint',
    1.2,
    'The site declares itself a member of the set of {observed}.',
  ),
  redirect_target_registrant: kind(
    'redirect',
    '',
    'legal',
    2.2,
    'The domain redirects to a domain that is registered to {entity}.',
  ),
  redirect_target: kind('redirect', '', 'hint', 1.2, 'The domain redirects to {observed}.'),
  restricted_suffix: kind(
    'registry',
    'suffix',
    'hint',
    1.2,
    'Domains under {observed} are registered only for verified institutions.',
  ),
  brand_suffix: kind(
    'registry',
    'suffix',
    'legal',
    4.2,
    'Domains under {observed} are registered only for {entity}.',
  ),
  lei_match: kind(
    'registry',
    'lei',
    'hint',
    0.8,
    'The register of legal entities lists {observed}.',
  ),
  portfolio: kind('records', 'portfolio', 'hint', 0.3, 'A reverse WHOIS search counts {observed}.'),
  company_record: kind(
    'records',
    'company',
    'legal',
    0.8,
    'A company data provider lists {entity} for the domain.',
  ),
  model_reading: kind(
    'reading',
    'llm',
    'legal',
    1.4,
    'A language model found {entity} as the operator in quoted evidence.',
  ),
  model_vision: kind(
    'reading',
    'vision',
    'legal',
    0.5,
    'An image model found {entity} on the page.',
  ),
  vision_sighting: kind(
    'reading',
    'vision',
    'hint',
    0.3,
    'An image model found the name {observed} on a screenshot, but no text of the page contains it.',
  ),
  name_in_domain: kind('name', '', 'hint', 1.6, 'The domain name matches {entity}.'),

  privacy_proxy: kind(
    'context',
    'registration',
    'context',
    0.4,
    'The registrant uses the privacy service {observed}, which is not the operator.',
  ),
  registrant_withheld: kind(
    'context',
    'registration',
    'context',
    0.3,
    'The registration record withholds the registrant.',
  ),
  registrar_default: kind(
    'context',
    'registration',
    'context',
    0.8,
    'The registrant shown is the registrar or a service provider, which is not the operator.',
  ),
  service_registrant: kind(
    'context',
    'registration',
    'context',
    0,
    'The registrant {entity} seems to be a provider that manages the domain, not its operator.',
  ),
  not_registered: kind('context', 'registration', 'context', 4, 'The domain is not registered.'),
  registration_ended: kind(
    'context',
    'registration',
    'context',
    1.5,
    'The registration is on hold or being deleted: {observed}.',
  ),
  name_not_found: kind('context', 'dns', 'context', 1.5, 'The domain does not resolve.'),
  parked: kind(
    'context',
    'page',
    'context',
    2.5,
    'The page is a parking page, an offer for sale or a server’s default page: {observed}.',
  ),
  under_construction: kind(
    'context',
    'page',
    'context',
    0.6,
    'The site says that it is under construction.',
  ),
  parking_name_server: kind(
    'context',
    'dns',
    'context',
    1.5,
    'The name servers belong to {observed}, which parks domains.',
  ),
  unreachable: kind('context', 'page', 'context', 0.3, 'No page could be read: {observed}.'),
  redirect_elsewhere: kind(
    'context',
    'page',
    'context',
    1.2,
    'The domain only redirects to {observed}, a platform with many customers.',
  ),
  hosting_network: kind(
    'context',
    'network',
    'context',
    0,
    'The address belongs to {observed}, a hosting provider that is not the operator.',
  ),
  site_builder: kind(
    'context',
    'page',
    'context',
    0,
    'The site is built with {observed}, a product of a company that is not the operator.',
  ),
  site_credit: kind(
    'context',
    'page',
    'context',
    0,
    'The site credits {entity} for making, hosting or supplying it.',
  ),
  claimed_company_word: kind(
    'named party',
    '',
    'legal',
    3.4,
    'The own domain of {entity} says that the analyzed domain is its own: {observed}.',
  ),
  brand_domain: kind(
    'registry',
    'brand',
    'hint',
    1.2,
    'The list of well-known brands gives the domain to {entity}.',
  ),
  platform_customer: kind(
    'context',
    'name',
    'context',
    0,
    'The name belongs to a customer of {observed}, so records about this platform do not describe the operator.',
  ),
  look_alike: kind(
    'context',
    'name',
    'context',
    3,
    'The name and the page imitate {entity}, and no source outside the page confirms the claim.',
  ),
  unconfirmed_claim: kind(
    'context',
    'name',
    'context',
    0,
    'The site claims to be {entity}, and nothing that this company controls confirms it: {observed}.',
  ),
  brand_claim: kind(
    'context',
    'name',
    'context',
    0,
    'The site claims to be the well-known brand {entity}, and nothing that the brand controls confirms it.',
  ),
  hidden_statement: kind(
    'context',
    'page',
    'context',
    0,
    'A text that visitors cannot see names {entity} as the operator.',
  ),
  injected_instructions: kind(
    'context',
    'page',
    'context',
    0,
    'The evidence contains a text with instructions to a program, which was ignored.',
  ),
  model_denial: kind(
    'reading',
    'llm',
    'context',
    0,
    'A language model found that {entity} is not the operator.',
  ),
  shared_identifier: kind('link', '', 'link', 0, 'The site contains {observed}.'),
} as const satisfies Record<string, SignalKind>

export type SignalKindName = keyof typeof SIGNAL_KINDS

export const signalKind = (name: string): SignalKind | null =>
  Object.hasOwn(SIGNAL_KINDS, name) ? SIGNAL_KINDS[name as SignalKindName] : null

/**
 * Explains a signal in a clause without a full stop at its end. The clause may end in an
 * abbreviation such as "Inc.".
 */
export function clauseOf(kindName: string, entity: string | null, observed: string): string {
  const sentence = signalKind(kindName)?.sentence ?? 'The evidence contains {observed}.'
  return sentence
    .replace(/\.$/u, '')
    .replace(/\{(entity|observed)\}/gu, (_, field) =>
      field === 'entity' ? (entity ?? 'an operator') : observed,
    )
}

/**
 * Ends a clause with a full stop, unless its last word already ends with one. A quoted text may
 * have been cut off after a comma.
 */
export const asSentence = (clause: string): string =>
  /[.!?…。]$/u.test(clause) ? clause : `${clause.replace(/[,;:]$/u, '')}.`

export const explainSignal = (kindName: string, entity: string | null, observed: string): string =>
  asSentence(clauseOf(kindName, entity, observed))
