import { Button, SegmentedControl } from '@mantine/core'
import type { Company } from '@portal/contract/user/manage-api'
import { companyKinds } from '@portal/contract/user/model'
import { useQuery } from '@tanstack/react-query'
import { linkOptions } from '@tanstack/react-router'
import { useState } from 'react'
import { count, text } from '../../../lib/format.ts'
import type { Column } from '../../../ui/data-table/columns.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { companiesQuery } from '../manage-queries.ts'
import classes from '../people/people.module.css'
import { PeopleEmpty } from '../people/people-empty.tsx'
import type { GoTo } from '../people/people-page.tsx'
import { cleared, narrowed, type PeopleSearch, usualPage } from '../people/people-search.ts'
import { BddDialog } from './bdd-dialog.tsx'
import { companyKindLabels } from './company-kind.ts'

type CompanyListProps = { search: PeopleSearch; goTo: GoTo }

/** All companies: how many people each has, and who looks after a seller. A company leads to its people. */
export const CompanyList = ({ search, goTo }: CompanyListProps) => {
  const page = search.page ?? usualPage.page
  const size = search.size ?? usualPage.size
  const asked = { search: search.search ?? '', kind: search.kind, page, size }
  const { data, isFetching, isPlaceholderData, isError, refetch } = useQuery(companiesQuery(asked))
  const [assigned, setAssigned] = useState<Company | null>(null)
  const isBeyond = data !== undefined && data.items.length === 0 && data.total > 0
  const rows = data?.items ?? (isError && !isFetching ? [] : undefined)

  return (
    <>
      <DataTable
        label="Companies"
        storageKey="companies"
        columns={companyColumns(setAssigned)}
        rows={rows}
        rowId={({ id }) => id}
        rowLabel={({ name }) => name}
        rowLink={({ id }) => linkOptions({ to: '/settings/permissions', search: { companyId: id } })}
        isRefreshing={isFetching}
        isStale={isPlaceholderData}
        lead={
          <>
            <SearchInput
              className={classes.search}
              value={search.search ?? ''}
              onSearch={(next) =>
                goTo(narrowed(search, { search: next || undefined }), { replace: search.search !== undefined })
              }
              label="Search by name or client id"
            />
            <SegmentedControl
              aria-label="Kind of company"
              data={[
                { value: '', label: 'All' },
                ...companyKinds.map((kind) => ({ value: kind, label: companyKindLabels[kind] })),
              ]}
              value={search.kind ?? ''}
              onChange={(value) => goTo(narrowed(search, { kind: companyKinds.find((kind) => kind === value) }))}
            />
            <span className={classes.total} role="status">
              {data ? companiesText(data.total) : ''}
            </span>
          </>
        }
        {...(data &&
          !isBeyond && {
            paging: {
              page,
              size,
              total: data.total,
              onPage: (next) => goTo({ ...search, page: next === 1 ? undefined : next }),
              onSize: (next) => goTo(narrowed(search, { size: next === usualPage.size ? undefined : next })),
            },
          })}
        empty={
          <PeopleEmpty
            what="companies"
            isFailed={isError}
            isBeyond={isBeyond}
            isNarrowed={search.search !== undefined || search.kind !== undefined}
            onRetry={() => void refetch()}
            onClear={() => goTo(cleared(search))}
            onFirstPage={() => goTo({ ...search, page: undefined })}
          />
        }
      />
      {assigned && <BddDialog company={assigned} onClose={() => setAssigned(null)} />}
    </>
  )
}

const companiesText = (total: number) => (total === 1 ? '1 company' : `${count(total)} companies`)

const companyColumns = (onAssign: (company: Company) => void): Column<Company>[] => [
  { key: 'name', label: 'Company', width: 220, isSticky: true, render: ({ name }) => <span title={name}>{name}</span> },
  { key: 'people', label: 'People', width: 90, align: 'end', render: ({ people }) => count(people) },
  { key: 'kind', label: 'Kind', width: 150, render: ({ kind }) => companyKindLabels[kind] },
  { key: 'corrId', label: 'Client ID', width: 110, render: ({ corrId }) => text(corrId) },
  {
    key: 'bdd',
    label: 'Business Development Director',
    width: 300,
    render: (company) =>
      company.kind === 'SELLER' ? (
        <span className={classes.keeper}>
          <span title={company.bdd?.name}>{company.bdd ? company.bdd.name : 'Nobody'}</span>
          <Button
            size="compact-xs"
            variant="default"
            aria-haspopup="dialog"
            aria-label={`${company.bdd ? 'Change' : 'Assign'} the business development director of ${company.name}`}
            onClick={() => onAssign(company)}
          >
            {company.bdd ? 'Change' : 'Assign'}
          </Button>
        </span>
      ) : (
        text(null)
      ),
  },
]
