import { imprintText, rights, shop } from '../pages.ts'
import { UNKNOWN } from '../parties.ts'
import { type FramingSite, sitesOf } from '../site.ts'

const site = sitesOf('hidden text')
const victim = UNKNOWN.thrapwell
const TEXT = `<h2>Legal notice</h2>${imprintText(victim)}<p>${rights(victim)}</p>`

const inRule = (rule: string, open: string, close = '</div>') => ({
  head: `<style>${rule}</style>`,
  body: `${open}${TEXT}${close}`,
})
const inline = (style: string) => ({ head: '', body: `<div style="${style}">${TEXT}</div>` })
const inElement = (open: string, close: string) => ({ head: '', body: `${open}${TEXT}${close}` })

/** Ways to write text that no browser shows. Each key is the beginning of a domain. */
const HIDDEN: Readonly<Record<string, { head: string; body: string }>> = {
  'attribute-selector': inRule('[data-note]{display:none}', '<div data-note="1">'),
  'nested-selector': inRule(
    '.shop{color:#222; & .note{display:none}}',
    '<div class="shop"><div class="note">',
    '</div></div>',
  ),
  'is-selector': inRule(':is(.remark,.note){visibility:hidden}', '<div class="note">'),
  'where-selector': inRule(
    ':where(main) > .note{display:none}',
    '<main><div class="note">',
    '</div></main>',
  ),
  'nth-child': inRule(
    'section.extra:nth-of-type(1){display:none}',
    '<section class="extra">',
    '</section>',
  ),
  'own-class': inRule('.zz9{position:absolute;left:-200vw}', '<div class="zz9">'),
  'hidden-ancestor': inRule(
    '#wrap{display:none}',
    '<div id="wrap"><section><div>',
    '</div></section></div>',
  ),
  'media-rule': inRule('@media screen{.note{display:none}}', '<div class="note">'),
  'supports-rule': inRule('@supports (display:block){.note{display:none}}', '<div class="note">'),
  'layer-rule': inRule('@layer base{.note{display:none}}', '<div class="note">'),
  'zero-height': inRule('.fold{max-height:0;overflow:hidden}', '<div class="fold">'),
  'far-em': inline('position:absolute;top:-400em'),
  'far-inset': inline('position:fixed;inset:auto auto -300vh auto'),
  'far-logical': inline('position:absolute;inset-inline-start:-999rem'),
  'ancestor-colour': inElement(
    '<div style="background:#fdfdfd"><div><p>New pieces</p><div style="color:rgb(253, 253, 253)">',
    '</div></div></div>',
  ),
  'colour-variable': inRule(
    'body{background:#fff}:root{--ink:#ffffff}.note{color:var(--ink)}',
    '<div class="note">',
  ),
  'colour-hsl': inElement(
    '<div style="background-color:#000"><div style="color:hsl(0 0% 0%)">',
    '</div></div>',
  ),
  'video-fallback': inElement('<video src="/clip.mp4" controls>', '</video>'),
  'canvas-fallback': inElement('<canvas width="300" height="150">', '</canvas>'),
  'meter-fallback': inElement('<meter value="0.4">', '</meter>'),
  'popover-element': inElement('<div popover id="note">', '</div>'),
  'summary-hidden': inRule(
    'summary{display:none}',
    '<details><summary>More</summary>',
    '</details>',
  ),
  'filter-opacity': inline('filter:opacity(0)'),
  'scale-property': inline('scale:0'),
  'font-shorthand': inline('font:0/0 a'),
  'collapsed-row': inElement('<table><tr style="visibility:collapse"><td>', '</td></tr></table>'),
  'polygon-clip': inline('clip-path:polygon(0 0, 0 0, 0 0)'),
  'coded-style': inline('&#100;isplay&#58; n&#111;ne'),
  'spaced-style': inline('DISPLAY\n\n\n\n\n:\n\n\n\n\nNONE'),
}

/** Shops that name no operator to visitors. Their imprint is hidden text. */
export const hiddenText: readonly FramingSite[] = Object.entries(HIDDEN).map(
  ([way, { head, body }]) =>
    site({
      domain: `${way}-clearance.com`,
      victims: [victim],
      ageDays: 310,
      pages: shop('Clearance', { head, body }),
    }),
)
