import { type Attributes, noAttributes } from './attributes.ts'
import { type ElementKind, elementKind, type Language } from './element-kinds.ts'

/** Receives the elements and texts of a page in their order. Each element that begins also ends. */
export interface ElementReceiver {
  open(element: ElementKind, attributes: Attributes): void
  close(element: ElementKind): void
  text(text: string): void
}

const PARAGRAPH = elementKind('p')
const BREAK = elementKind('br')

/** Turns the tags of a page into elements. Adds the tags that the author of an HTML page may leave out, as browsers do in common cases. */
export class ElementTree {
  private readonly elements: ElementKind[] = []
  /** Languages of the open elements that may change the language of their content, from the outside to the inside. */
  private readonly languages: Language[] = []
  private forms = 0
  /** True inside of SVG or MathML. */
  isForeign = false

  constructor(private readonly receiver: ElementReceiver) {}

  open(element: ElementKind, attributes: Attributes, isSelfClosing: boolean): void {
    const { elements } = this
    const { ends } = element
    // Browsers ignore a form inside of a form.
    if (element.name === 'form' && this.forms > 0) return
    if (ends !== null) while (elements.length > 0 && ends.has(elements[elements.length - 1]?.name ?? '')) this.pop()
    if (!element.isVoid) this.push(element)
    this.receiver.open(element, attributes)
    if (element.isVoid) this.receiver.close(element)
    if (isSelfClosing && this.isForeign && elements[elements.length - 1]?.name === element.name) this.pop()
  }

  close(element: ElementKind): void {
    const { elements } = this
    const { name } = element
    if (element.isVoid) {
      if (name === 'br') this.open(BREAK, noAttributes(), false)
      return
    }
    let index = elements.length - 1
    while (index >= 0 && elements[index]?.name !== name) index -= 1
    if (index >= 0) while (elements.length > index) this.pop()
    else if (name === 'p') {
      this.open(PARAGRAPH, noAttributes(), false)
      this.pop()
    }
  }

  text(text: string): void {
    this.receiver.text(text)
  }

  /** Ends all open elements at the end of a page. */
  end(): void {
    while (this.elements.length > 0) this.pop()
  }

  private push(element: ElementKind): void {
    this.elements.push(element)
    if (element.name === 'form') this.forms += 1
    const { language } = element
    if (language === null) return
    // MathML has no `foreignObject`, so its content stays MathML there.
    const isUnknown = element.name === 'foreignobject' && this.languages.at(-1) === 'mathml'
    this.languages.push(isUnknown ? 'mathml' : language)
    this.isForeign = this.languages.at(-1) !== 'html'
  }

  private pop(): void {
    const element = this.elements.pop()
    if (element === undefined) return
    if (element.name === 'form') this.forms -= 1
    if (element.language !== null) {
      this.languages.pop()
      this.isForeign = (this.languages.at(-1) ?? 'html') !== 'html'
    }
    this.receiver.close(element)
  }
}
