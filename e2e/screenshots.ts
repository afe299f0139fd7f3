// npm run screenshots: images of the main screens in docs/screenshots, from a
// new portal with demo data (or from the one at PORTAL_URL, LOAN_DOCK_URL and
// MAILBOX_URL).
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  expect,
  type Page,
} from '@playwright/test'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import { findChromium } from '../server/src/lib/printing/chromium.ts'
import { draftOf, get, post } from './src/lib/calls.ts'
import { loansOf } from './src/lib/fresh-loan.ts'
import { openFilters } from './src/lib/page.ts'
import {
  type Account,
  loanDockUrl,
  type Someone,
  signIn,
} from './src/lib/people.ts'
import { startPortal } from './src/lib/portal.ts'
import { signInByMail } from './src/lib/reviewer.ts'
import { untilLoaded } from './src/lib/until-loaded.ts'
import { addFailedJob } from './src/system/failed-jobs.ts'

const folder = fileURLToPath(new URL('../docs/screenshots/', import.meta.url))
const heights = { 1440: 900, 1024: 768, 768: 1024, 360: 780 }
const widths = [1440, 1024, 768, 360] as const

/**
 * A screen: the account and the path; `show` opens what the image is about. All
 * main screens are taken at four widths.
 */
type Shot = {
  name: string
  /** Null for a visitor. */
  by: Account | 'reviewer' | null
  path: string
  isMain?: boolean
  show?: (page: Page) => Promise<void>
}

/** The id of the first SLV of a list. */
const findSlv = async (
  someone: Someone,
  query: Record<string, string>,
): Promise<string> => {
  const { items } = await get(someone, '/api/v1/proxy-loans', {
    size: '1',
    ...query,
  })
  return items[0].id
}

/** The id of the first Tdoc with an image, else of the first. */
const findTdoc = async (someone: Someone): Promise<string> => {
  const { items }: { items: Tdoc[] } = await get(someone, '/api/v1/tdocs', {
    size: '100',
    filterBy: 'status',
  })
  const tdoc = items.find(({ hasImage }) => hasImage) ?? items[0]
  if (!tdoc) throw new Error('There are no Tdocs')
  return tdoc.id
}

/**
 * Creates a draft of ACME with two variances for a loan that has no SLV yet.
 */
async function createDraft(
  seller: Someone,
  colleague: Someone,
): Promise<string> {
  const loans = await loansOf(seller.request, loanDockUrl(), 'C1001')
  for (const loan of loans) {
    if (loan.kind !== 'ACTIVE' || loan.isClosed) continue
    const { total } = await get(colleague, '/api/v1/proxy-loans', {
      tableMode: 'MY_COMPANY',
      search: loan.loanNumber,
      size: '1',
    })
    if (total > 0) continue

    const { id } = await draftOf(seller, loan)
    await post(seller, `/api/v1/proxy-loan/${id}/slv-request`, {
      reason: 'Housing History',
      currentGuideline: '0x30x12',
      justification:
        'One payment was 30 days late while the servicer changed; both letters are with the file',
      compensatingFactors: [{ factor: 'Years in current job', value: '11' }],
    })
    return id
  }
  throw new Error('ACME has no loan left without an SLV')
}

async function listShots(
  as: (account: Account) => Promise<Someone>,
): Promise<Shot[]> {
  const underwriter = await as('underwriter')
  const draft = await createDraft(await as('seller'), await as('colleague'))
  const managed = await findSlv(underwriter, {
    status: 'TD_COMPLETED,SLR_COMPLETED,REVIEW',
  })
  const atDesk = await findSlv(await as('tradeDesk'), {
    tableMode: 'TRADE_DESK',
    status: 'TD_REVIEW,TD_PENDING',
  })
  const inSlr = await findSlv(await as('slr'), {
    tableMode: 'SLR',
    status: 'SLR_REVIEW,SLR_PENDING',
  })
  const tdoc = await findTdoc(underwriter)
  return [
    { name: 'sign-in', by: null, path: '/multi-factor-auth', isMain: true },
    {
      name: 'seller-list',
      by: 'colleague',
      path: '/slv?tableMode=MY_COMPANY',
      isMain: true,
    },
    {
      name: 'request-form',
      by: 'seller',
      path: `/slv/review-request/${draft}`,
      isMain: true,
    },
    { name: 'slv-list', by: 'underwriter', path: '/slv', isMain: true },
    {
      name: 'review-desk',
      by: 'underwriter',
      path: `/slv/manage-request/${managed}`,
      isMain: true,
    },
    {
      name: 'slr-request',
      by: 'slr',
      path: `/slv/slr-request/${inSlr}`,
      isMain: true,
    },
    { name: 'trade-desk', by: 'tradeDesk', path: '/slv?tableMode=TRADE_DESK' },
    {
      name: 'trade-desk-request',
      by: 'tradeDesk',
      path: `/slv/trade-desk-request/${atDesk}`,
    },
    { name: 'department', by: 'chief', path: '/slv/department', isMain: true },
    { name: 'team', by: 'chief', path: '/slv/department/team', isMain: true },
    {
      name: 'filter-dialog',
      by: 'chief',
      path: '/slv/department',
      show: async (page) => {
        const filters = await openFilters(page)
        await filters.getByText(/SLVs? found/).waitFor()
      },
    },
    {
      name: 'condition-manager',
      by: 'underwriter',
      path: '/condition-manager?size=25',
      isMain: true,
    },
    {
      name: 'tdoc-description',
      by: 'underwriter',
      path: `/condition-manager/${tdoc}`,
      isMain: true,
      show: (page) =>
        page.getByRole('dialog').getByRole('tab').first().waitFor(),
    },
    {
      name: 'reporting',
      by: 'chief',
      path: '/reporting/single-loan-variance',
      isMain: true,
    },
    { name: 'system', by: 'admin', path: '/settings/system', isMain: true },
    {
      name: 'settings-integrations',
      by: 'admin',
      path: '/settings/integrations',
      isMain: true,
    },
    {
      name: 'settings-records',
      by: 'admin',
      path: '/settings/records',
      isMain: true,
    },
    { name: 'e-folder', by: 'reviewer', path: '/e-folder' },
    { name: 'settings-account', by: 'underwriter', path: '/settings/account' },
    {
      name: 'settings-permissions',
      by: 'admin',
      path: '/settings/permissions',
    },
    { name: 'settings-sla', by: 'admin', path: '/settings/sla-management' },
    { name: 'settings-guidelines', by: 'admin', path: '/settings/guidelines' },
    {
      name: 'settings-transmittals',
      by: 'admin',
      path: '/settings/transmittals',
    },
  ]
}

async function takeAll(browser: Browser) {
  const as = async (account: Account): Promise<Someone> => {
    const context = await openContext(browser)
    await signIn(context.request, account)
    return { context, request: context.request, page: await context.newPage() }
  }
  const reviewer = await openContext(browser)
  await signInByMail(
    await reviewer.newPage(),
    reviewer.request,
    'tpr@orchid.example',
    'demo-Password-2026',
  )
  const reviewerState = await reviewer.storageState()

  for (const shot of await listShots(as)) {
    for (const width of shot.isMain ? widths : [1440 as const]) {
      const context = await openContext(browser, {
        viewport: { width, height: heights[width] },
        ...(shot.by === 'reviewer' && { storageState: reviewerState }),
      })
      if (shot.by && shot.by !== 'reviewer')
        await signIn(context.request, shot.by)
      await takeShot(await context.newPage(), shot, width)
      await context.close()
    }
  }
}

const openContext = (browser: Browser, options: BrowserContextOptions = {}) =>
  browser.newContext({
    locale: 'en-US',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
    ...options,
    ...(process.env.PORTAL_URL && { baseURL: process.env.PORTAL_URL }),
  })

/** Opens a screen and takes its images, of a main screen also in dark mode. */
async function takeShot(
  page: Page,
  { name, by, path, isMain, show }: Shot,
  width: number,
) {
  await untilLoaded(page, () => page.goto(path))
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0, {
    timeout: 30_000,
  })
  if (await page.getByText('An error occurred!').isVisible())
    throw new Error(`${path} did not open`)
  await show?.(page)

  const colorSchemes = isMain
    ? (['light', 'dark'] as const)
    : ['light' as const]
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme })
    // The sign-in page chooses its colors when it opens.
    if (!by) await page.reload()
    await page
      .locator(`html[data-mantine-color-scheme=${colorScheme}]`)
      .waitFor()
    const file = `${name}-${width}-${colorScheme}.jpg`
    const { length } = await page.screenshot({
      path: `${folder}${file}`,
      type: 'jpeg',
      quality: 60,
      animations: 'disabled',
      caret: 'hide',
    })
    process.stdout.write(`${file} · ${Math.round(length / 1024)} kB\n`)
  }
}

const portal = process.env.PORTAL_URL ? null : await startPortal()
if (portal) {
  const error = {
    name: 'AppError',
    code: 'loan_dock_failed',
    message: 'LoanDock cannot be reached',
  }
  process.env.INTAKE_DIR = portal.intakeFolder
  await addFailedJob({ name: 'requeue-documents', key: 'hourly', error })
  process.env.PORTAL_URL = portal.url
  process.env.LOAN_DOCK_URL = portal.loanDockUrl
  process.env.MAILBOX_URL = portal.mailboxUrl
}
const browser = await chromium.launch(
  await findChromium(process.env.CHROMIUM_PATH),
)
try {
  await mkdir(folder, { recursive: true })
  await takeAll(browser)
} finally {
  await browser.close()
  await portal?.stop()
}
