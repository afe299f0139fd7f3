import { Group, SegmentedControl, Select, Text } from '@mantine/core'
import type { Company } from '@portal/contract/user/manage-api'
import { type CompanyKind, companyKinds } from '@portal/contract/user/model'
import { managesEveryone } from '@portal/contract/user/policy'
import { useQuery } from '@tanstack/react-query'
import { linkOptions } from '@tanstack/react-router'
import { useState } from 'react'
import { listAddress } from '../../../lib/list-address.ts'
import { count, text } from '../../../lib/text/format.ts'
import { toActor, useProfile } from '../../../records/auth/queries.ts'
import {
  companiesQuery,
  useSetBdd,
} from '../../../records/user/manage-queries.ts'
import {
  cleared,
  usualPage,
  usualSort,
} from '../../../records/user/people-search.ts'
import { bddsQuery } from '../../../records/user/queries.ts'
import type { Column } from '../../../ui/data-table/columns.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { TabLinks } from '../../../ui/list/tab-links.tsx'
import { TryAgain } from '../../../ui/message.tsx'
import { Page, PageHeader } from '../../../ui/page.tsx'
import { Hint, TinyButton } from '../../../ui/presets.ts'
import { AccessRequestsList } from '../access/access-requests-list.tsx'
import { PersonDrawer } from '../person/person-drawer.tsx'
import { InviteButton } from '../shared/invite-button.tsx'
import { nothingYet, PeopleList, type PeopleListProps } from './people-list.tsx'

type PeoplePageProps = Omit<PeopleListProps, 'header'>

export const PeoplePage = ({ search, goTo }: PeoplePageProps) => {
  const profile = useProfile()
  const isEveryone = managesEveryone(toActor(profile))
  const view = isEveryone ? (search.view ?? 'people') : 'people'
  const isCompanies = view === 'companies'
  const list = {
    search,
    goTo,
    header: {
      title: titles[view],
      // Below titles of different lengths, so that the tabs don't move.
      under: isEveryone ? (
        <TabLinks
          label="Lists"
          tabs={[
            {
              key: 'people',
              label: 'People',
              isCurrent: view === 'people',
              link: { to: '.', search: {} },
            },
            {
              key: 'companies',
              label: 'Companies',
              isCurrent: isCompanies,
              link: { to: '.', search: { view: 'companies' } },
            },
            {
              key: 'requests',
              label: 'Access requests',
              isCurrent: view === 'requests',
              link: { to: '.', search: { view: 'requests' } },
            },
          ]}
        />
      ) : (
        `People at ${profile.companyName}`
      ),
      actions: <InviteButton />,
    },
  }
  return (
    <>
      {isCompanies && <CompanyList {...list} />}
      {view === 'people' && <PeopleList {...list} isEveryone={isEveryone} />}
      {view === 'requests' && (
        <Page fills>
          <PageHeader {...list.header} />
          <AccessRequestsList
            page={search.page ?? 1}
            onPage={(page) => goTo({ ...search, page })}
          />
        </Page>
      )}
      {search.person && (
        <PersonDrawer
          key={search.person}
          userId={search.person}
          onClose={() => goTo({ ...search, person: undefined })}
        />
      )}
    </>
  )
}

const titles = {
  people: 'Permissions',
  companies: 'Companies',
  requests: 'Access requests',
} as const

const companyKindLabels: Record<CompanyKind, string> = {
  BUYER: 'Buyer',
  SELLER: 'Seller',
  TPR_VENDOR: 'Review vendor',
}

/**
 * All companies: how many people each has, and a seller's business development
 * director. A company leads to its people.
 */
const CompanyList = ({ header, search, goTo }: PeopleListProps) => {
  const { kind } = search
  const address = listAddress(search, goTo, {
    defaultSort: usualSort,
    defaultSize: usualPage.size,
  })
  const query = useQuery(
    companiesQuery({
      search: address.search,
      kind,
      page: address.page,
      size: address.size,
    }),
  )
  const [assigned, setAssigned] = useState<Company | null>(null)

  return (
    <>
      <ListPage
        header={header}
        label="Companies"
        storageKey="companies"
        columns={companyColumns(setAssigned)}
        rowId={({ id }) => id}
        rowLabel={({ name }) => name}
        rowLink={({ id }) =>
          linkOptions({
            to: '/settings/permissions',
            search: { companyId: id },
          })
        }
        query={query}
        address={address}
        noun={['company', 'companies']}
        searchLabel="Search by name or client ID"
        more={
          <SegmentedControl
            aria-label="Kind of company"
            data={[
              { value: '', label: 'All' },
              ...companyKinds.map((value) => ({
                value,
                label: companyKindLabels[value],
              })),
            ]}
            value={kind ?? ''}
            onChange={(value) =>
              goTo({
                ...search,
                page: undefined,
                kind: companyKinds.find((one) => one === value),
              })
            }
          />
        }
        isFiltered={kind !== undefined}
        onClear={() => goTo(cleared(search))}
        empty={{
          none: nothingYet('companies'),
          narrowed: 'No companies match the search and filters.',
        }}
      />
      {assigned && (
        <BddDialog company={assigned} onClose={() => setAssigned(null)} />
      )}
    </>
  )
}

const companyColumns = (
  onAssign: (company: Company) => void,
): Column<Company>[] => [
  {
    key: 'name',
    label: 'Company',
    width: 220,
    isSticky: true,
    render: ({ name }) => <span title={name}>{name}</span>,
  },
  {
    key: 'people',
    label: 'People',
    width: 90,
    align: 'end',
    render: ({ people }) => count(people),
  },
  {
    key: 'kind',
    label: 'Kind',
    width: 150,
    render: ({ kind }) => companyKindLabels[kind],
  },
  {
    key: 'corrId',
    label: 'Client ID',
    width: 110,
    render: ({ corrId }) => text(corrId),
  },
  {
    key: 'bdd',
    label: 'Business Development Director',
    width: 300,
    render: (company) =>
      company.kind === 'SELLER' ? (
        <Group justify="space-between" gap="xs" wrap="nowrap">
          <Text inherit truncate title={company.bdd?.name}>
            {company.bdd?.name ?? 'Unassigned'}
          </Text>
          <TinyButton
            flex="none"
            aria-haspopup="dialog"
            aria-label={`${company.bdd ? 'Change' : 'Assign'} the business development director of ${company.name}`}
            onClick={() => onAssign(company)}
          >
            {company.bdd ? 'Change' : 'Assign'}
          </TinyButton>
        </Group>
      ) : (
        text(null)
      ),
  },
]

const BddDialog = ({
  company,
  onClose,
}: {
  company: Company
  onClose: () => void
}) => {
  const people = useQuery({ ...bddsQuery, meta: { quiet: true } })
  const [bddId, setBddId] = useState(company.bdd?.id ?? null)
  const setBdd = useSetBdd()
  const directors = new Map(
    (people.data ?? []).map(({ id, name }) => [id, name]),
  )
  // The present director may have lost the role.
  if (company.bdd) directors.set(company.bdd.id, company.bdd.name)
  const options = [...directors].map(([value, label]) => ({ value, label }))
  return (
    <FormDialog
      title={`Business development director for ${company.name}`}
      onClose={onClose}
      submitLabel="Save"
      isSubmitDisabled={bddId === (company.bdd?.id ?? null)}
      onSubmit={() => setBdd.mutateAsync({ companyId: company.id, bddId })}
      start={
        people.isError && (
          <TryAgain loading={people.isFetching} onClick={people.refetch} />
        )
      }
    >
      <Hint>
        They can view this seller’s SLVs, with internal and external comments.
      </Hint>
      <Select
        label="Business development director"
        placeholder={people.isPending ? 'Loading…' : 'Search by name'}
        data={[{ value: unassigned, label: 'Unassigned' }, ...options]}
        value={bddId ?? unassigned}
        onChange={(id) => setBddId(id === unassigned ? null : id)}
        allowDeselect={false}
        searchable
        limit={50}
        openOnFocus={false}
        data-autofocus
        nothingFoundMessage="No one by that name"
        error={people.isError && 'Couldn’t load the directors'}
      />
    </FormDialog>
  )
}

/** The value in the select, which has no null. */
const unassigned = 'UNASSIGNED'
