import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { hasEntityLength } from '../../parts/entity-characters.ts'
import { exactEntityQuery } from '../../parts/exact-entity.ts'
import { EntityLink } from '../../parts/named-links.tsx'
import { OutsideName } from '../../parts/outside-name.tsx'
import { PassiveField } from '../../parts/passive-field.tsx'
import { FailureNote, Skeleton } from '../../parts/states.tsx'
import { count } from '../../parts/texts.ts'
import { NAMES_MAX } from './correlate-names.ts'
import { Price, useCannotPay } from './correlation-price.tsx'
import { useStartCorrelation } from './start-correlation.ts'

interface NeighborsProps {
  isOpen: boolean
  onClose: () => void
  operator: string
  compared: readonly string[]
}

/** Reads only stored names, which costs nothing. The new correlation names its price first. */
export function NeighborsDialog({ isOpen, onClose, operator, compared }: NeighborsProps) {
  const search = useQuery(exactEntityQuery(operator, isOpen))
  const known = (search.data?.domains ?? [])
    .map(({ domain }) => domain)
    .filter((domain) => !compared.includes(domain))
  return (
    <Dialog title="Add neighbors" isOpen={isOpen} onClose={onClose}>
      <p class="text-sm text-muted">
        Domains of <EntityLink name={operator} /> that earlier analyses found.
      </p>
      {search.isFetching && <Skeleton label="Looking for neighbors" />}
      {search.isError && <FailureNote error={search.error} retry={() => void search.refetch()} />}
      {(search.isSuccess || !hasEntityLength(operator)) && known.length === 0 && (
        <>
          <p class="text-sm">No other domain of this operator is known.</p>
          <div class="flex justify-end">
            <Button onClick={onClose}>Close</Button>
          </div>
        </>
      )}
      {search.isSuccess && known.length > 0 && (
        <Choice known={known} compared={compared} onClose={onClose} />
      )}
    </Dialog>
  )
}

function Choice({
  known,
  compared,
  onClose,
}: Pick<NeighborsProps, 'compared' | 'onClose'> & { known: readonly string[] }) {
  const room = NAMES_MAX - compared.length
  const [chosen, setChosen] = useState<readonly string[]>(() => known.slice(0, room))
  const [passive, setPassive] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const names = [...compared, ...chosen]
  const cannotPay = useCannotPay(names)
  const start = useStartCorrelation()
  const compare = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await start({ domains: names, ...(passive ? { passive } : {}) })
      onClose()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <>
      <fieldset class="max-h-60 overflow-y-auto text-sm">
        <legend class="mb-1 font-medium">New domains</legend>
        {known.map((domain) => (
          <label key={domain} class="flex min-h-8 items-center gap-2">
            <input
              type="checkbox"
              checked={chosen.includes(domain)}
              disabled={!chosen.includes(domain) && chosen.length >= room}
              onChange={({ currentTarget: { checked } }) =>
                setChosen(
                  checked ? [...chosen, domain] : chosen.filter((other) => other !== domain),
                )
              }
            />
            <span class="min-w-0">
              <OutsideName text={domain} />
            </span>
          </label>
        ))}
      </fieldset>
      {room < known.length && (
        <p class="text-sm text-muted">A correlation compares at most {NAMES_MAX} domains.</p>
      )}
      <p class="text-sm">
        Because the domains change, this makes a new correlation. The old one stays.
      </p>
      <PassiveField isChecked={passive} onCheck={setPassive} />
      <Price names={names} />
      {failure !== null && <FailureNote error={failure} />}
      <div class="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="primary"
          isBusy={isBusy}
          disabled={chosen.length === 0 || cannotPay}
          onClick={() => void compare()}
        >
          Compare {count(names.length)} domains
        </Button>
      </div>
    </>
  )
}
