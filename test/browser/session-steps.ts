import type { Page } from 'playwright-core'
import { expectNoViolations, signIn, type Visitor, visit } from './browser.ts'
import type { Dashboard } from './dashboard.ts'

export interface Visitors {
  newEmail(): string
  visitor(): Promise<Visitor>
  signedIn(email?: string): Promise<Visitor>
  /** Closes all visitors. Fails if a page of a visitor violated the content security policy. */
  leave(): Promise<void>
}

export function openVisitors(dashboard: () => Dashboard): Visitors {
  const visitors: Visitor[] = []
  let users = 0
  const newEmail = () => {
    users += 1
    return `user-${users}@tests.example`
  }
  async function visitor(): Promise<Visitor> {
    const opened = await visit(dashboard().browser, dashboard().service)
    visitors.push(opened)
    return opened
  }
  return {
    newEmail,
    visitor,
    async signedIn(email = newEmail()) {
      const opened = await visitor()
      await signIn(opened.page, dashboard().service, email)
      return opened
    },
    async leave() {
      await dashboard().service.platform.mendAll()
      const left = visitors.splice(0)
      for (const { close } of left) await close()
      for (const each of left) expectNoViolations(each)
    },
  }
}

export const isSignedOut = (page: Page) =>
  page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()

export const opensScreen = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor()

export const pathOf = (page: Page) => page.url().slice(new URL(page.url()).origin.length)

/** Presses a link or a button of the account menu, and opens the menu first if it is closed. */
export async function pressInAccountMenu(
  page: Page,
  role: 'link' | 'button',
  name: string,
): Promise<void> {
  const target = page.getByRole(role, { name, exact: true })
  if (!(await target.isVisible())) await page.getByText('Account', { exact: true }).click()
  await target.click()
}
