import { Anchor, Select, TextInput } from '@mantine/core'
import type { VersionAnswer } from '@portal/contract/guideline/api'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { problemsOf } from '../../../lib/call-error.ts'
import { count, day, text } from '../../../lib/text/format.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { GuidelinePage } from './guideline-page.tsx'
import { useCreateVersion, versionsQuery } from './queries.ts'
import classes from './rule-matrix.module.css'
import { lastDay, versionState, versionTitle } from './version-labels.ts'

/** All guideline versions, newest first, and the way to a new draft. */
export const VersionsPage = () => {
  const { data, error, refetch } = useQuery(versionsQuery)
  const [isCreating, setIsCreating] = useState(false)
  return (
    <>
      <GuidelinePage
        current="versions"
        title="Guidelines"
        under="The limits that requests are evaluated against. A published version can’t be changed; copy it to a new draft."
        what="the guidelines"
        isLoaded={data !== undefined}
        {...{ error, onRetry: refetch }}
        addLabel="New draft"
        onAdd={() => setIsCreating(true)}
        empty={
          data?.items.length === 0 && {
            title: 'No guidelines yet',
            why: 'Requests are evaluated once you publish a version. Start with a draft.',
          }
        }
      >
        {data && <VersionTable versions={data.items} />}
      </GuidelinePage>
      {isCreating && <CreateDialog versions={data?.items ?? []} onClose={() => setIsCreating(false)} />}
    </>
  )
}

const heads = ['Version', 'Status', 'Effective date', 'Last day', 'Rules', 'Published by']

const VersionTable = ({ versions }: { versions: readonly VersionAnswer[] }) => (
  <ScrollRegion label="Guideline versions" style={{ overflow: 'auto' }}>
    <SmallTable heads={heads} className={classes.versions}>
      <tbody>
        {versions.map((version) => (
          <tr key={version.id}>
            <th scope="row">
              <Anchor
                inherit
                renderRoot={(props) => (
                  <Link {...props} to="/settings/guidelines/$versionId" params={{ versionId: version.id }} />
                )}
              >
                {versionTitle(version)}
              </Anchor>
            </th>
            <td>{versionState(version).label}</td>
            <td>{day(version.effectiveFrom)}</td>
            <td>{day(lastDay(version))}</td>
            <td>{count(version.rules)}</td>
            <td>{text(version.publishedByName)}</td>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  </ScrollRegion>
)

const CreateDialog = ({ versions, onClose }: { versions: readonly VersionAnswer[]; onClose: () => void }) => {
  const navigate = useNavigate()
  const create = useCreateVersion()
  const [title, setTitle] = useState('')
  const [copyOf, setCopyOf] = useState(versions.find(({ status }) => status === 'PUBLISHED')?.id ?? null)
  return (
    <FormDialog
      title="New draft"
      submitLabel="Create draft"
      onClose={onClose}
      onSubmit={async () => {
        const { id } = await create.mutateAsync({ title, ...(copyOf && { copyOf }) })
        await navigate({ to: '/settings/guidelines/$versionId', params: { versionId: id } })
      }}
    >
      <TextInput
        label="Title"
        required
        maxLength={120}
        value={title}
        error={problemsOf(create.error).find(({ field }) => field === 'title')?.error}
        onChange={(event) => setTitle(event.currentTarget.value)}
        data-autofocus
      />
      <Select
        label="Copy rules from"
        placeholder="Start without rules"
        clearable
        data={versions.map((version) => ({ value: version.id, label: versionTitle(version) }))}
        value={copyOf}
        onChange={setCopyOf}
      />
    </FormDialog>
  )
}
