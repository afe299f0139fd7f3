import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { Page } from '../../../ui/page.tsx'
import classes from './slv-page.module.css'

const sections = ['loan', 'requestor', 'program', 'property']

export const SlvPageSkeleton = () => (
  <Page>
    <Stack gap="md" role="status" aria-label="Loading">
      <VisuallyHidden>
        <h1>Loading</h1>
      </VisuallyHidden>
      <Skeleton height={14} width="12rem" />
      <Skeleton height={26} width="min(22rem, 70%)" />
      <Skeleton height={14} width="min(34rem, 90%)" />
      <div className={classes.columns}>
        <Stack gap="md">
          {sections.map((section) => (
            <Skeleton key={section} height={130} radius="md" />
          ))}
        </Stack>
        <Skeleton height={420} radius="md" />
      </div>
    </Stack>
  </Page>
)
