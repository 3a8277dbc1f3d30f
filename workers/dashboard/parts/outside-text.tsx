import { useState } from 'preact/hooks'
import { defanged, OUTSIDE_CHARACTERS_SHOWN, shortened, withVisibleControls } from './texts.ts'

const REVEAL = 'ml-1 cursor-pointer text-sm text-accent underline'

/**
 * Shows text from a website, a WHOIS record or a certificate. It is never read as HTML, its length
 * is limited, and characters that could deceive the reader are visible.
 */
export function OutsideText({
  text,
  max = OUTSIDE_CHARACTERS_SHOWN,
}: {
  text: string
  max?: number
}) {
  const [isWhole, setWhole] = useState(false)
  const visible = withVisibleControls(text)
  const short = shortened(visible, max)
  const isLong = short !== visible
  return (
    <>
      <bdi class="outside">{isWhole ? visible : short}</bdi>
      {isLong && (
        <button type="button" class={REVEAL} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less' : 'Show all'}
        </button>
      )}
    </>
  )
}

const WEB_ADDRESS = /^https?:\/\/[^\s]+$/i

/**
 * Address of another site. It becomes a link only after the user reveals it, so that nobody opens
 * it by accident. The opened site does not learn that the visitor came from the dashboard.
 */
export function OutsideLink({ address }: { address: string }) {
  const [isRevealed, setRevealed] = useState(false)
  const isWeb = WEB_ADDRESS.test(address)
  if (isRevealed && isWeb) {
    return (
      <a class="link outside" href={address} target="_blank" rel="noopener noreferrer nofollow ugc">
        {shortened(withVisibleControls(address))}
      </a>
    )
  }
  return (
    <span>
      <bdi class="outside font-mono text-sm">
        {shortened(withVisibleControls(defanged(address)))}
      </bdi>
      {isWeb && (
        <button type="button" class={REVEAL} onClick={() => setRevealed(true)}>
          Reveal link
        </button>
      )}
    </span>
  )
}
