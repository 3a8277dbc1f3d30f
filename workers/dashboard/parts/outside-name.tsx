import { shortened, withVisibleControls } from './texts.ts'

const NAME_CHARACTERS_SHOWN = 160

/** A link, a button or a heading cannot contain the control "Show all" of OutsideText. */
export const OutsideName = ({
  text,
  max = NAME_CHARACTERS_SHOWN,
}: {
  text: string
  max?: number
}) => <bdi class="outside">{shortened(withVisibleControls(text), max)}</bdi>
