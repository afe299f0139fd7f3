import { createFileRoute } from '@tanstack/react-router'
import { Page, PageHeader } from '../../../../ui/page.tsx'

export const Route = createFileRoute('/_portal/slv/department/')({
  component: () => (
    <Page>
      <PageHeader title="Department" />
    </Page>
  ),
})
