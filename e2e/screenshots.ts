// npm run screenshots: images of the main screens in docs/screenshots, from a new portal with demo data (or from the
// one at PORTAL_URL and LOAN_DOCK_URL).
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { findChromium } from '../server/src/lib/printing/chromium.ts'
import { loansOf } from './src/lib/fresh-loan.ts'
import { startPortal } from './src/lib/portal.ts'
import { type Account, draftOf, loanDockUrl, press, type Someone, signIn } from './src/lib/story.ts'

const folder = fileURLToPath(new URL('../docs/screenshots/', import.meta.url))
const heights = { 1440: 900, 768: 1024, 360: 780 }

/** The images of one screen: the account, the path, widths and color schemes; `show` opens what they are about. */
type Shot = {
  name: string
  by: Account | null
  path: string
  looks: `${keyof typeof heights} ${'light' | 'dark'}`[]
  show?: (page: Page) => Promise<void>
}

const firstOf = async ({ request }: Someone, query: string): Promise<string> => {
  const { items } = await (await request.get(`/api/v1/proxy-loans?size=1&${query}`)).json()
  return items[0].id
}

/** Creates a draft of ACME with two variances for a loan that has no SLV yet. */
async function makeDraft(seller: Someone, colleague: Someone): Promise<string> {
  const loans = await loansOf(seller.request, loanDockUrl(), 'C1001')
  for (const loan of loans.filter(({ kind, isClosed }) => kind === 'ACTIVE' && !isClosed)) {
    const params = { tableMode: 'MY_COMPANY', search: loan.loanNumber, size: 1 }
    const { total } = await (await colleague.request.get('/api/v1/proxy-loans', { params })).json()
    if (total > 0) continue
    const { id } = await draftOf(seller, loan)
    await seller.request.post(`/api/v1/proxy-loan/${id}/slv-request`, {
      data: {
        reason: 'Housing History',
        currentGuideline: '0x30x12',
        justification: 'One payment was 30 days late while the servicer changed; both letters are with the file',
        compensatingFactors: [{ factor: 'Years in current job', value: '11' }],
      },
    })
    return id
  }
  throw new Error('ACME has no loan left without an SLV')
}

async function shotsOf(as: (account: Account) => Promise<Someone>): Promise<Shot[]> {
  const [seller, colleague, underwriter, slr] = [
    await as('seller'),
    await as('colleague'),
    await as('underwriter'),
    await as('slr'),
  ]
  const draft = await makeDraft(seller, colleague)
  const managed = await firstOf(underwriter, 'status=TD_COMPLETED,SLR_COMPLETED,REVIEW')
  const inSlr = await firstOf(slr, 'tableMode=SLR&status=SLR_REVIEW,SLR_PENDING')
  const tdocs = await (await underwriter.request.get('/api/v1/tdocs?size=100&filterBy=status')).json()
  const scanned = tdocs.items.find(({ hasImage }: { hasImage: boolean }) => hasImage)
  const openVariance = async (page: Page) => {
    await page.getByRole('button', { name: /^1\. FICO/ }).click()
    await page.getByRole('navigation', { name: 'Sections of the request' }).getByText('Variance requests').click()
  }
  return [
    { name: 'sign-in', by: null, path: '/multi-factor-auth', looks: ['1440 light'] },
    { name: 'seller-list', by: 'colleague', path: '/slv?tableMode=MY_COMPANY', looks: ['1440 light'] },
    {
      name: 'request-form',
      by: 'seller',
      path: `/slv/review-request/${draft}`,
      looks: ['1440 light', '360 light', '360 dark'],
      show: openVariance,
    },
    {
      name: 'slv-list',
      by: 'underwriter',
      path: '/slv',
      looks: ['1440 light', '1440 dark', '768 light', '360 light', '360 dark'],
    },
    {
      name: 'manage-request',
      by: 'underwriter',
      path: `/slv/manage-request/${managed}`,
      looks: ['1440 light', '1440 dark'],
    },
    { name: 'slr-request', by: 'slr', path: `/slv/slr-request/${inSlr}`, looks: ['1440 light'] },
    {
      name: 'department-transferred',
      by: 'chief',
      path: '/slv/department?departmentTableMode=TRANSFERRED',
      looks: ['1440 light'],
    },
    {
      name: 'filter-dialog',
      by: 'chief',
      path: '/slv/department',
      looks: ['1440 light'],
      show: async (page) => {
        await press(page, 'Filters')
        await page
          .getByRole('dialog', { name: 'Add Filters' })
          .getByText(/SLVs? found/)
          .waitFor()
      },
    },
    {
      name: 'condition-manager',
      by: 'underwriter',
      path: '/condition-manager?size=25',
      looks: ['1440 light', '1440 dark', '360 light'],
    },
    {
      name: 'tdoc-description',
      by: 'underwriter',
      path: `/condition-manager/${scanned?.id ?? tdocs.items[0].id}`,
      looks: ['1440 light'],
      show: (page) => page.getByRole('dialog').getByRole('tab').first().waitFor(),
    },
    {
      name: 'reporting',
      by: 'chief',
      path: '/reporting/single-loan-variance',
      looks: ['1440 light', '1440 dark', '360 light'],
    },
  ]
}

async function takeAll(browser: Browser) {
  const open = (options: BrowserContextOptions = {}) =>
    browser.newContext({
      locale: 'en-US',
      timezoneId: 'America/New_York',
      reducedMotion: 'reduce',
      ...options,
      ...(process.env.PORTAL_URL && { baseURL: process.env.PORTAL_URL }),
    })
  const as = async (account: Account): Promise<Someone> => {
    const context = await open()
    await signIn(context.request, account)
    return { context, request: context.request, page: await context.newPage() }
  }
  for (const { name, by, path, looks, show } of await shotsOf(as)) {
    for (const look of looks) {
      const [width, colorScheme] = look.split(' ') as [`${keyof typeof heights}`, 'light' | 'dark']
      const context = await open({ viewport: { width: Number(width), height: heights[width] }, colorScheme })
      if (by) await signIn(context.request, by)
      const page = await context.newPage()
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      if (await page.getByText('An error occurred!').isVisible()) throw new Error(`${path} did not open`)
      await show?.(page)
      const file = `${name}-${width}-${colorScheme}.png`
      const { length } = await page.screenshot({ path: `${folder}${file}`, animations: 'disabled', caret: 'hide' })
      process.stdout.write(`${file} · ${Math.round(length / 1024)} kB\n`)
      await context.close()
    }
  }
}

const portal = process.env.PORTAL_URL ? null : await startPortal()
if (portal) {
  process.env.PORTAL_URL = portal.url
  process.env.LOAN_DOCK_URL = portal.loanDockUrl
}
const browser = await chromium.launch(await findChromium(process.env.CHROMIUM_PATH))
try {
  await mkdir(folder, { recursive: true })
  await takeAll(browser)
} finally {
  await browser.close()
  await portal?.stop()
}
