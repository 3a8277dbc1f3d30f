import { shortened, withVisibleControls } from './texts.ts'

const NAME_CHARACTERS_SHOWN = 160

/**
 * Name for a link, a button or a heading. These elements cannot contain the button "Show all" of
 * OutsideText, so a long name is shortened.
 */
export const OutsideName = ({
  text,
  max = NAME_CHARACTERS_SHOWN,
}: {
  text: string
  max?: number
}) => <bdi class="outside">{shortened(withVisibleControls(text), max)}</bdi>
