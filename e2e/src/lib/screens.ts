import { bring, previewOf } from '../document/documents.ts'
import { pdfOf } from '../document/sample-files.ts'
import { createTdoc, loanOf } from '../tdoc/tdocs.ts'
import { get, profileOf } from './calls.ts'
import type { Someone } from './people.ts'
import { enterPassword, newReviewer, signInByMail } from './reviewer.ts'
import { test as base } from './story.ts'

/** Who opens a screen, and its address. */
export type Visit = [Someone, path: string]

/** The id of the first SLV in someone's list. */
export const firstSlv = async (
  someone: Someone,
  query: Record<string, string>,
): Promise<string> => {
  const { items } = await get(someone, '/api/v1/proxy-loans', {
    size: '1',
    ...query,
  })
  return items[0].id
}

/** Every route of the portal with someone who opens it. */
export const test = base.extend<{ visits: Record<string, Visit> }>({
  visits: async (
    { browser, baseURL, seller, admin, chief, newcomer, slr, tradeDesk, draft },
    use,
  ) => {
    const inOwnBrowser = async (): Promise<Someone> => {
      const context = await browser.newContext({ ...(baseURL && { baseURL }) })
      return {
        context,
        request: context.request,
        page: await context.newPage(),
      }
    }
    const [visitor, arriving, reviewer] = [
      await inOwnBrowser(),
      await inOwnBrowser(),
      await inOwnBrowser(),
    ]
    const email = await newReviewer(admin)
    await signInByMail(reviewer.page, admin.request, email)
    await arriving.page.goto('/multi-factor-auth')
    await enterPassword(arriving.page, email)

    const file = await bring(
      seller,
      draft.id,
      pdfOf('idle.pdf', ['One', 'Two', 'Three']),
    )
    const tdoc = await createTdoc(chief, await loanOf(chief, 'ACTIVE'))
    const { items: versions } = await get(admin, '/api/v1/guidelines/versions')
    const all = { tableMode: 'ALL' }
    const [any, approved, postClose, transferred] = [
      await firstSlv(chief, all),
      await firstSlv(chief, { ...all, status: 'APPROVED' }),
      await firstSlv(chief, { ...all, type: 'POST' }),
      await firstSlv(chief, { ...all, departmentTableMode: 'TRANSFERRED' }),
    ]
    const inSlr = await firstSlv(slr, { tableMode: 'SLR' })
    const atDesk = await firstSlv(tradeDesk, { tableMode: 'TRADE_DESK' })

    await use({
      '/': [newcomer, '/'],
      '/$': [seller, '/no/such/page'],
      '/e-folder': [reviewer, '/e-folder'],
      '/help': [seller, '/help'],
      '/settings': [seller, '/settings'],
      '/multi-factor-auth/confirm-code': [
        arriving,
        '/multi-factor-auth/confirm-code',
      ],
      '/multi-factor-auth/create-password': [
        visitor,
        '/multi-factor-auth/create-password/no-token',
      ],
      '/multi-factor-auth/reset-password': [
        visitor,
        '/multi-factor-auth/reset-password',
      ],
      '/multi-factor-auth/': [visitor, '/multi-factor-auth'],
      '/profile/$userId': [chief, `/profile/${(await profileOf(chief)).id}`],
      '/condition-manager/{-$tdocId}': [chief, `/condition-manager/${tdoc.id}`],
      '/reporting/consistency': [chief, '/reporting/consistency'],
      '/reporting/single-loan-variance': [
        chief,
        '/reporting/single-loan-variance',
      ],
      '/reporting/single-loan-variance/download': [
        chief,
        '/reporting/single-loan-variance/download',
      ],
      '/settings/account': [seller, '/settings/account'],
      '/settings/notifications': [seller, '/settings/notifications'],
      '/unsubscribe/$token': [visitor, '/unsubscribe/no-token'],
      '/verify/': [visitor, '/verify'],
      '/verify/$code': [visitor, '/verify/no-code'],
      '/settings/permissions': [admin, '/settings/permissions'],
      '/settings/sla-management': [admin, '/settings/sla-management'],
      '/settings/guidelines/': [admin, '/settings/guidelines'],
      '/settings/guidelines/programs': [admin, '/settings/guidelines/programs'],
      '/settings/guidelines/factors': [admin, '/settings/guidelines/factors'],
      '/settings/guidelines/conditions': [
        admin,
        '/settings/guidelines/conditions',
      ],
      '/settings/guidelines/price-grid': [
        admin,
        '/settings/guidelines/price-grid',
      ],
      '/settings/decision-authority': [admin, '/settings/decision-authority'],
      '/settings/guidelines/contract-variances': [
        admin,
        '/settings/guidelines/contract-variances',
      ],
      '/settings/guidelines/$versionId': [
        admin,
        `/settings/guidelines/${versions[0].id}`,
      ],
      '/settings/announcements': [admin, '/settings/announcements'],
      '/settings/transmittals': [admin, '/settings/transmittals'],
      '/settings/setup': [admin, '/settings/setup'],
      '/settings/system': [admin, '/settings/system'],
      '/settings/integrations': [admin, '/settings/integrations'],
      '/settings/records': [admin, '/settings/records'],
      '/decision/slv/report': [
        chief,
        `/decision/slv/report?proxyLoanId=${approved}`,
      ],
      '/slv/': [seller, '/slv'],
      '/slv/department/': [chief, '/slv/department'],
      '/slv/department/team': [chief, '/slv/department/team'],
      '/slv/manage-request/$proxyLoanId': [chief, `/slv/manage-request/${any}`],
      '/slv/post-close-request/$proxyLoanId': [
        chief,
        `/slv/post-close-request/${postClose}`,
      ],
      '/slv/review-request/$proxyLoanId': [
        seller,
        `/slv/review-request/${draft.id}`,
      ],
      '/slv/slr-request/$proxyLoanId': [slr, `/slv/slr-request/${inSlr}`],
      '/slv/trade-desk-request/$proxyLoanId': [
        tradeDesk,
        `/slv/trade-desk-request/${atDesk}`,
      ],
      '/slv/department/review-request/$proxyLoanId': [
        chief,
        `/slv/department/review-request/${any}`,
      ],
      '/slv/review-request/company/$proxyLoanId': [
        chief,
        `/slv/review-request/company/${any}`,
      ],
      '/slv/department/review-request/transferred/$proxyLoanId': [
        chief,
        `/slv/department/review-request/transferred/${transferred}`,
      ],
      '/slv/preview-document/$proxyLoanId/$documentId/$documentName/$documentType':
        [seller, previewOf(draft.id, file)],
    })
    for (const { context } of [visitor, arriving, reviewer])
      await context.close()
  },
})
