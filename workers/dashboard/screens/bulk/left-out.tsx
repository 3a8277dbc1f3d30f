import { Button } from '../../parts/button.tsx'
import { Notice } from '../../parts/notice.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import type { PastedNames } from '../../parts/pasted-names.ts'
import { counted } from '../../parts/texts.ts'

const TEXT_CHARACTERS_SHOWN = 120

interface LeftOutProps {
  found: PastedNames
  onLines: () => void
}

export function LeftOut({ found: { addresses, rejected, isCut }, onLines }: LeftOutProps) {
  return (
    <div class="pb-3">
      <Notice>
        <p>The list was read as a text: every domain in it is a line.</p>
        {addresses.length > 0 && (
          <p>
            {counted(addresses.length, 'IP address is', 'IP addresses are')} left out: the service
            analyzes domains.
          </p>
        )}
        {rejected.length > 0 && (
          <ul class="list-disc pl-5">
            {rejected.map(({ text, reason }) => (
              <li key={text}>
                <OutsideText text={text} max={TEXT_CHARACTERS_SHOWN} />: {reason}
              </li>
            ))}
          </ul>
        )}
        {isCut && <p>The text is too long. Only its first part was read.</p>}
        <Button onClick={onLines}>Read it line by line</Button>
      </Notice>
    </div>
  )
}
