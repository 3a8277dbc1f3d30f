import type { AnalyzedOperator } from '../../../shared/monitors/judge-operator.ts'
import type { Kind } from '../../../shared/monitors/kinds.ts'

export interface OperatorCase {
  name: string
  before: AnalyzedOperator
  after: AnalyzedOperator
  expected: readonly Kind[]
}

const SHIPPING: AnalyzedOperator = {
  status: 'completed',
  isPassive: false,
  isSiteReached: true,
  entity: 'Teal Harbour Shipping Ltd',
  confidence: 0.86,
  basis: 'corroborated',
  aliases: ['Teal Harbour'],
  parent: 'Northgate Maritime Group plc',
  groups: 3,
  registeredParents: [],
}
const LOGISTICS: AnalyzedOperator = {
  status: 'completed',
  isPassive: false,
  isSiteReached: true,
  entity: 'Brightwater Logistics Inc.',
  confidence: 0.78,
  basis: 'corroborated',
  aliases: ['Brightwater'],
  parent: null,
  groups: 2,
  registeredParents: [],
}
const NOBODY: AnalyzedOperator = {
  ...LOGISTICS,
  entity: null,
  confidence: 0,
  basis: null,
  aliases: [],
  groups: 0,
}

const judged = (
  name: string,
  before: AnalyzedOperator,
  after: AnalyzedOperator,
  ...expected: Kind[]
): OperatorCase => ({ name, before, after, expected })

export const OPERATOR_CASES: readonly OperatorCase[] = [
  judged('the same analysis is no change', SHIPPING, SHIPPING),
  judged('another spelling and legal form is no change', SHIPPING, {
    ...SHIPPING,
    entity: 'TEAL HARBOUR SHIPPING LIMITED',
    aliases: [],
    parent: null,
  }),
  judged(
    'a name without its accents is no change',
    { ...SHIPPING, entity: 'Müller & Söhne GmbH', aliases: [], parent: null },
    { ...SHIPPING, entity: 'MULLER UND SOHNE', aliases: [], parent: null },
  ),
  judged('a former alias that becomes the name is no change', SHIPPING, {
    ...LOGISTICS,
    entity: 'Teal Harbour',
    aliases: [],
  }),
  judged('a former name that becomes an alias is no change', SHIPPING, {
    ...LOGISTICS,
    aliases: ['teal harbour shipping'],
  }),
  judged('the former parent as the operator is no change', SHIPPING, {
    ...LOGISTICS,
    entity: 'Northgate Maritime Group plc',
  }),
  judged('a company whose parent by the register is the former operator is no change', SHIPPING, {
    ...LOGISTICS,
    registeredParents: ['Teal Harbour Shipping Limited'],
  }),
  judged('another subsidiary of the same parent is no change', SHIPPING, {
    ...LOGISTICS,
    parent: 'Northgate Maritime Group plc',
  }),
  judged(
    'a new operator that names the former one as its parent is a change',
    SHIPPING,
    { ...LOGISTICS, parent: 'Teal Harbour Shipping Ltd' },
    'operator_changed',
  ),
  judged(
    'a parent that the baseline did not have is a change',
    { ...SHIPPING, parent: null },
    { ...LOGISTICS, parent: 'Teal Harbour' },
    'operator_changed',
  ),
  judged(
    'a new operator that only states the former name as its own alias is a change',
    { ...SHIPPING, basis: 'verified' },
    { ...LOGISTICS, basis: 'stated', aliases: ['Teal Harbour Shipping'] },
    'operator_changed',
  ),
  judged(
    'the operator in another spelling of its letters is no change',
    { ...SHIPPING, entity: 'Tøndermølle Brød ApS', aliases: [], parent: null },
    { ...LOGISTICS, entity: 'Toendermoelle Broed ApS', aliases: [] },
  ),
  judged(
    'a name that differs in a letter without a mark is a change',
    { ...SHIPPING, entity: 'Bauer Forge GmbH', aliases: [], parent: null },
    { ...LOGISTICS, entity: 'Baur Forge GmbH', aliases: [] },
    'operator_changed',
  ),
  judged(
    'another company with enough evidence is a change',
    SHIPPING,
    LOGISTICS,
    'operator_changed',
  ),
  judged(
    'a confidence of exactly 0.5 on both sides is enough',
    { ...SHIPPING, confidence: 0.5 },
    { ...LOGISTICS, confidence: 0.5 },
    'operator_changed',
  ),
  judged(
    'a former confidence below 0.5 is uncertain',
    { ...SHIPPING, confidence: 0.49 },
    LOGISTICS,
    'operator_uncertain',
  ),
  judged(
    'a new confidence below 0.5 is uncertain',
    SHIPPING,
    { ...LOGISTICS, confidence: 0.49 },
    'operator_uncertain',
  ),
  judged(
    'one independent group of evidence is uncertain',
    SHIPPING,
    { ...LOGISTICS, groups: 1 },
    'operator_uncertain',
  ),
  judged('an operator that no evidence names any more is lost', SHIPPING, NOBODY, 'operator_lost'),
  judged('a partial analysis without an operator loses nobody', SHIPPING, {
    ...NOBODY,
    status: 'partial',
  }),
  judged('a site that was not reached loses nobody', SHIPPING, { ...NOBODY, isSiteReached: false }),
  judged('an operator after nobody is found', NOBODY, LOGISTICS, 'operator_found'),
  judged('nobody after nobody is no change', NOBODY, NOBODY),
  judged(
    'another operator of a first active analysis is no change',
    { ...SHIPPING, isPassive: true },
    LOGISTICS,
  ),
  judged('an operator that only an active analysis finds is no change', NOBODY, {
    ...LOGISTICS,
    isPassive: true,
  }),
  judged('a first passive analysis without an operator loses nobody', SHIPPING, {
    ...NOBODY,
    isPassive: true,
  }),
  judged(
    'another operator is a change between two passive analyses',
    { ...SHIPPING, isPassive: true },
    { ...LOGISTICS, isPassive: true },
    'operator_changed',
  ),
]
