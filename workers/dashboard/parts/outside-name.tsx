import { shortened, withVisibleControls } from './texts.ts'

const NAME_CHARACTERS_SHOWN = 160

/** For a link, a button or a heading, where the control "Show all" of OutsideText cannot stand. */
export const OutsideName = ({
  text,
  max = NAME_CHARACTERS_SHOWN,
}: {
  text: string
  max?: number
}) => <bdi class="outside">{shortened(withVisibleControls(text), max)}</bdi>
