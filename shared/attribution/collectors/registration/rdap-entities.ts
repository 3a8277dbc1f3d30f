import {
  type Card,
  isObject,
  type Json,
  LIST_ITEMS_MAX,
  listOf,
  member,
  readCard,
  textOf,
} from './jcard.ts'

const ENTITIES_MAX = 100
const ENTITY_DEPTH_MAX = 4

export interface Entity {
  roles: string[]
  data: Json
}

const ENTITY_ROLES = ['registrant', 'registrar']
const HOLDER = /^(?:domain )?(?:holder|owner|registrant contact)$/

/** Some servers write the role as the key of an entity: `{ "registrant": { … } }`. */
function statedEntities(object: Json): Entity[] {
  const listed = member(object, 'entities', 'entity')
  const keyed =
    isObject(listed) && member(listed, 'roles', 'role', 'vcardArray', 'handle') === undefined
      ? listed
      : {}
  const byRole = [
    ...Object.entries(keyed).slice(0, LIST_ITEMS_MAX),
    ...ENTITY_ROLES.map((role) => [role, member(object, role)] as const),
  ].flatMap(([role, value]) => listOf(value).map((data) => ({ role, data })))
  const known = [
    ...(keyed === listed ? [] : listOf(listed)).map((data) => ({ role: null, data })),
    ...byRole,
  ]
  return known.flatMap(({ role, data: stated }) => {
    const data = typeof stated === 'string' && role !== null ? { fn: stated } : stated
    if (!isObject(data)) return []
    const roles = [...listOf(member(data, 'roles', 'role')), role].flatMap((name) =>
      (textOf(name) ?? '').toLowerCase().split(/\s?[,;]\s?/),
    )
    return [{ roles: roles.map((name) => (HOLDER.test(name) ? 'registrant' : name)), data }]
  })
}

export function entitiesOf(object: Json): Entity[] {
  const found: Entity[] = []
  let level = statedEntities(object)
  for (let depth = 0; depth < ENTITY_DEPTH_MAX && level.length > 0; depth += 1) {
    const entities = level.slice(0, ENTITIES_MAX - found.length)
    found.push(...entities)
    level = entities.flatMap(({ data }) => statedEntities(data)).slice(0, LIST_ITEMS_MAX)
  }
  return found
}

/** Roles of entities that may be another firm than the party that contains them. */
export const OTHER_PARTIES =
  /^(?:registrar|reseller|sponsor|proxy|abuse|technical|billing|noc|notifications)$/

/** A party without a name takes it from its contacts or the entity with the same handle. */
export function completeCard(
  party: Entity,
  entities: readonly Entity[],
  isOwn: (contact: Entity) => boolean,
): Card {
  const card = readCard(party.data)
  if (card.organization !== null || card.name !== null) return card
  const same = entities.filter(
    (entity) => entity.data !== party.data && isSameHandle(entity, party),
  )
  const others = [...same, ...entitiesOf(party.data)]
    .filter(isOwn)
    .map(({ data }) => readCard(data))
  const named =
    others.find(({ organization }) => organization !== null) ??
    others.find(({ name }) => name !== null)
  return named === undefined
    ? card
    : { ...named, country: card.country ?? named.country, url: card.url ?? named.url }
}

export function isSameHandle(one: Entity, other: Entity): boolean {
  const handle = textOf(one.data.handle)
  return handle !== null && handle === textOf(other.data.handle)
}
