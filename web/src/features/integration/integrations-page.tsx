import { Page, PageHeader } from '../../ui/page.tsx'
import { ServicesSection } from './services-section.tsx'
import { WebhooksSection } from './webhooks-section.tsx'

/** Settings > Integrations: API keys and webhooks of the user's company. */
export const IntegrationsPage = () => (
  <Page>
    <PageHeader
      title="Integrations"
      under="Connect your company’s other systems to the portal."
    />
    <ServicesSection />
    <WebhooksSection />
  </Page>
)
