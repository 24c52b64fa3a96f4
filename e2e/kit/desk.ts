import { expect, type Locator, type Page } from '@playwright/test'
import type { Language } from '../../contract/kit/language.ts'
import { type OrderStatus, orderStatusTexts } from '../../contract/withdrawals-states.ts'
import type { Words } from './words.ts'

export interface Search {
  roleId?: string
  orderNo?: string
  /** Orders of every status. */
  all?: boolean
}

export const livePath = '/adminapi/platform/liveList'
export const reviewPath = (platformId: number): string => `${livePath}?review=${platformId}`

/** The review of one platform's withdrawals, as a reviewer handles it. */
export class Desk {
  readonly page: Page
  readonly #w: Words
  readonly #language: Language

  constructor(page: Page, w: Words, language: Language) {
    this.page = page
    this.#w = w
    this.#language = language
  }

  row(orderNo: string): Locator {
    return this.page.locator(`tr[data-row-key="${orderNo}"]`).filter({ visible: true })
  }

  async search({ roleId, orderNo, all = false }: Search): Promise<void> {
    const { review, kit } = this.#w
    const bar = this.page.getByRole('search').filter({ visible: true }).last()
    if (all) {
      await bar.getByRole('button', { name: kit.moreFilters }).click()
      await bar.getByRole('checkbox', { name: review.allStatus }).check()
    }
    if (roleId) await bar.getByRole('textbox', { name: review.roleId }).fill(roleId)
    if (orderNo) await bar.getByRole('textbox', { name: review.orderNo }).fill(orderNo)
    await bar.getByRole('button', { name: kit.search }).click()
  }

  /** Does something to an order: by its button in the row, or under "more". */
  async act(orderNo: string, label: string): Promise<void> {
    const row = this.row(orderNo)
    const more = row.getByRole('button', { name: this.#w.kit.more })
    await expect(more).toBeVisible()
    const inRow = row.getByRole('button', { name: label, exact: true })
    if (await inRow.isVisible()) return inRow.click()
    await more.click()
    await this.page.getByRole('menuitem', { name: label, exact: true }).click()
  }

  async tick(orderNos: readonly string[]): Promise<void> {
    for (const orderNo of orderNos) await this.row(orderNo).getByRole('checkbox').check()
  }

  /** A button above the table; it works on the ticked rows. */
  async batch(label: string): Promise<void> {
    // An icon's name stands before the words.
    const name = new RegExp(`(^| )${label}$`)
    await this.page.getByRole('button', { name }).filter({ visible: true }).first().click()
  }

  dialog(name: string): Locator {
    return this.page.getByRole('dialog', { name, exact: true })
  }

  /** Answers the dialog of this title with its main button and waits until it has gone. */
  async confirm(title: string, button: string = this.#w.kit.ok): Promise<void> {
    const dialog = this.dialog(title)
    await dialog.getByRole('button', { name: button, exact: true }).click()
    await expect(dialog).toBeHidden()
  }

  async lock(orderNo: string): Promise<void> {
    const { review } = this.#w
    await this.act(orderNo, review.deeds.lock)
    await expect(this.row(orderNo)).toContainText(review.mine)
  }

  tab(tab: 1 | 2 | 3): Locator {
    return this.page.getByRole('tab', { name: new RegExp(`^${this.#w.review.tabs[tab]}`) })
  }

  async shows(orderNo: string, status: OrderStatus): Promise<void> {
    await expect(this.row(orderNo)).toContainText(this.textOf(status))
  }

  textOf(status: OrderStatus): string {
    return orderStatusTexts[status][this.#language]
  }

  /** Notes from now on each status these rows show, so that one too short for a look is not missed. */
  async noteStatuses(): Promise<() => Promise<Record<string, number[]>>> {
    const texts = Object.entries(orderStatusTexts).map(
      ([status, text]) => [Number(status), text[this.#language]] as const,
    )
    await this.page.evaluate((known) => {
      const seen: Record<string, number[]> = {}
      const look = () => {
        for (const row of document.querySelectorAll<HTMLElement>('tr[data-row-key]')) {
          const tag = row.querySelector('.pb-tag')?.textContent ?? ''
          const status = known.find(([, text]) => text === tag)?.[0]
          const list = (seen[row.dataset['rowKey'] ?? ''] ??= [])
          if (status !== undefined && list.at(-1) !== status) list.push(status)
        }
      }
      new MutationObserver(look).observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
      })
      look()
      Object.assign(window, { statusesSeen: seen })
    }, texts)
    return () =>
      this.page.evaluate(() => (window as unknown as { statusesSeen: Record<string, number[]> }).statusesSeen)
  }
}
