import { Anchor, Select, TextInput } from '@mantine/core'
import {
  createVersion,
  type VersionAnswer,
} from '@portal/contract/guideline/api'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ComponentProps, useState } from 'react'
import { useSchemaForm } from '../../../lib/state/use-schema-form.ts'
import * as format from '../../../lib/text/format.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { GuidelinePage } from '../manage/guideline-page.tsx'
import { useCreateVersion, versionsQuery } from '../manage/queries.ts'
import classes from './rule-matrix.module.css'
import { SimulateDialog } from './simulate-dialog.tsx'
import { lastDay, versionState, versionTitle } from './version-labels.ts'

const heads = [
  'Version',
  'Status',
  'Effective date',
  'Last day',
  'Rules',
  'Published by',
]

type VersionsPageProps = {
  /** A limit for whose simulation a dialog opens. */
  simulated: Omit<ComponentProps<typeof SimulateDialog>, 'onClose'> | null
}

/** All guideline versions, newest first, and the way to a new draft. */
export const VersionsPage = ({ simulated }: VersionsPageProps) => {
  const query = useQuery(versionsQuery)
  const [isCreating, setIsCreating] = useState(false)
  const [isSimulating, setIsSimulating] = useState(simulated !== null)
  return (
    <>
      <GuidelinePage
        current="versions"
        title="Guidelines"
        under="The limits that requests are evaluated against. A published version can’t be changed; copy it to a new draft."
        what="the guidelines"
        query={query}
        addLabel="New draft"
        onAdd={() => setIsCreating(true)}
        empty={{
          title: 'No guidelines yet',
          why: 'Requests are evaluated once you publish a version. Start with a draft, and import a workbook or write the rules in it.',
        }}
      >
        {({ items }) => (
          <SmallTable
            region="Guideline versions"
            heads={heads}
            className={classes.versions}
          >
            {items.map((version) => (
              <tr key={version.id}>
                <th scope="row">
                  <Anchor
                    inherit
                    renderRoot={(props) => (
                      <Link
                        {...props}
                        to="/settings/guidelines/$versionId"
                        params={{ versionId: version.id }}
                      />
                    )}
                  >
                    {versionTitle(version)}
                  </Anchor>
                </th>
                <td>{versionState(version).label}</td>
                <td>{format.day(version.effectiveFrom)}</td>
                <td>{format.day(lastDay(version))}</td>
                <td>{format.count(version.rules)}</td>
                <td>{format.text(version.publishedByName)}</td>
              </tr>
            ))}
          </SmallTable>
        )}
      </GuidelinePage>
      {simulated && isSimulating && (
        <SimulateDialog {...simulated} onClose={() => setIsSimulating(false)} />
      )}
      {isCreating && (
        <CreateDialog
          versions={query.data?.items ?? []}
          onClose={() => setIsCreating(false)}
        />
      )}
    </>
  )
}

const toNewVersion = ({ title, copyOf }: NewVersionValues) => ({
  title,
  ...(copyOf && { copyOf }),
})

type NewVersionValues = { title: string; copyOf: string | null }

const CreateDialog = ({
  versions,
  onClose,
}: {
  versions: readonly VersionAnswer[]
  onClose: () => void
}) => {
  const navigate = useNavigate()
  const create = useCreateVersion()
  const published = versions.find(({ status }) => status === 'PUBLISHED')
  const { form, submit } = useSchemaForm({
    initialValues: { title: '', copyOf: published?.id ?? null },
    schema: createVersion.body,
    toBody: toNewVersion,
  })
  return (
    <FormDialog
      title="New draft"
      submitLabel="Create draft"
      onClose={onClose}
      onSubmit={() =>
        submit(async (values) => {
          const { id } = await create.mutateAsync(toNewVersion(values))
          await navigate({
            to: '/settings/guidelines/$versionId',
            params: { versionId: id },
          })
        })
      }
    >
      <TextInput
        label="Title"
        required
        maxLength={120}
        data-autofocus
        {...form.getInputProps('title')}
      />
      <Select
        label="Copy rules from"
        placeholder="Start without rules"
        clearable
        data={versions.map((version) => ({
          value: version.id,
          label: versionTitle(version),
        }))}
        {...form.getInputProps('copyOf')}
      />
    </FormDialog>
  )
}
