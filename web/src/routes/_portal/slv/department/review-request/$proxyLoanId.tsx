import { createFileRoute } from '@tanstack/react-router'
import { Page, PageHeader } from '../../../../../ui/page.tsx'

export const Route = createFileRoute('/_portal/slv/department/review-request/$proxyLoanId')({
  component: () => (
    <Page>
      <PageHeader title="SLV" />
    </Page>
  ),
})
