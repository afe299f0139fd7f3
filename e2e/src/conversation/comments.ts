import type { Locator, Page } from '@playwright/test'

export const commentsIn = (where: Page | Locator) =>
  where.getByRole('list', { name: 'Comments, newest first' })

/** The comments that contain a text. */
export const commentIn = (where: Page | Locator, text: string) =>
  commentsIn(where).getByRole('listitem').filter({ hasText: text })
