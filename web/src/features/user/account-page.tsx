import { Page, PageHeader } from '../../ui/page.tsx'

/** What a person keeps about themselves. */
export const AccountPage = () => (
  <Page>
    <PageHeader title="Account" />
  </Page>
)
