import { Box, Text, Textarea, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { useDebouncedCallback } from '@mantine/hooks'
import { toLoanNumber } from '@portal/contract/lib/typed-values'
import type { CategoryType } from '@portal/contract/review-category/model'
import {
  createTdoc,
  imageFileName as imageFileNameRule,
} from '@portal/contract/tdoc/api'
import { toMode } from '@portal/contract/tdoc/model'
import { tdocModeRules } from '@portal/contract/tdoc/policy'
import { useState } from 'react'
import { useSchemaForm } from '../../../lib/state/use-schema-form.ts'
import { text } from '../../../lib/text/format.ts'
import {
  toActor,
  useBranding,
  useProfile,
} from '../../../records/auth/queries.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { useCheckImage, useCheckTdocLoan, useCreateTdoc } from '../writes.ts'
import { CategoryChoice, VendorNames } from './choice-fields.tsx'

type CreateDialogProps = {
  vendors: readonly string[]
  onCreated: (id: string) => void
  onClose: () => void
}

type Values = {
  buyerLoanNumber: string
  imageFileName: string
  vendorName: string
  categories: CategoryType[]
  comment: string
}

const empty: Values = {
  buyerLoanNumber: '',
  imageFileName: '',
  vendorName: '',
  categories: [],
  comment: '',
}

const toBody = (values: Values) => ({
  buyerLoanNumber: toLoanNumber(values.buyerLoanNumber) || undefined,
  imageFileName: values.imageFileName.trim() || undefined,
  categories: values.categories,
  vendorName: values.vendorName.trim() || undefined,
  comment: values.comment.trim() || undefined,
})

export const CreateDialog = ({
  vendors,
  onCreated,
  onClose,
}: CreateDialogProps) => {
  const { name: brandName } = useBranding()
  const create = useCreateTdoc()
  const { form, submit } = useSchemaForm<Values>({
    initialValues: empty,
    schema: createTdoc.body,
    toBody,
  })
  const loan = useLoanCheck(form.values.buyerLoanNumber)
  const image = useImageCheck(form.values.imageFileName)
  const save = () =>
    submit(async (values) => {
      const body = createTdoc.body.parse(toBody(values))
      const { id } = await create.mutateAsync(body)
      onCreated(id)
    })

  return (
    <FormDialog
      title="Create Tdoc"
      submitLabel="Create"
      onClose={onClose}
      onSubmit={save}
      isSubmitDisabled={image.isInUse || loan.isNotTheirs}
      size="lg"
    >
      <LoanNumberInput
        label={`${brandName} Loan Number`}
        input={form.getInputProps('buyerLoanNumber')}
        loan={loan}
      />
      <ImageNameInput
        input={form.getInputProps('imageFileName')}
        image={image}
      />
      <TextInput
        label="Vendor"
        description="The vendor’s reviewers see the Tdoc and respond to it. If you leave this blank, only underwriters see it."
        maxLength={200}
        autoComplete="off"
        list="create-tdoc-vendors"
        {...form.getInputProps('vendorName')}
      />
      <VendorNames id="create-tdoc-vendors" seen={vendors} />
      <CategoryChoice
        value={form.values.categories}
        onChange={(categories) => form.setFieldValue('categories', categories)}
      />
      <Textarea
        label="Comment"
        description="Internal. Not visible to the vendor."
        maxLength={4000}
        autoComplete="off"
        autosize
        minRows={2}
        {...form.getInputProps('comment')}
      />
    </FormDialog>
  )
}

type LoanNumberInputProps = {
  label: string
  input: GetInputPropsReturnType
  loan: LoanCheck
}

const LoanNumberInput = ({ label, input, loan }: LoanNumberInputProps) => (
  <>
    <TextInput
      label={label}
      maxLength={40}
      autoComplete="off"
      spellCheck={false}
      required
      data-autofocus
      {...input}
      onChange={(event) => {
        input.onChange(event)
        loan.check(event.currentTarget.value)
      }}
    />
    <LoanResult loan={loan} />
  </>
)

type ImageNameInputProps = {
  input: GetInputPropsReturnType
  image: ReturnType<typeof useImageCheck>
}

const ImageNameInput = ({ input, image }: ImageNameInputProps) => (
  <>
    <TextInput
      label="Image file name"
      maxLength={255}
      autoComplete="off"
      spellCheck={false}
      required
      {...input}
      error={image.error ?? input.error}
      onChange={(event) => {
        input.onChange(event)
        image.check(event.currentTarget.value)
      }}
    />
    <Box mih="1.5rem" role="status">
      {image.hint && <Text c="dimmed">{image.hint}</Text>}
    </Box>
  </>
)

/** How long to wait after the last keystroke before checking, in ms. */
const pause = 350
const leastDigits = 4

/** Looks up the loan with the typed number at LoanDock. */
const useLoanCheck = (typed: string) => {
  const { name: brandName } = useBranding()
  const actor = toActor(useProfile())
  // Only the first of several failures shows a toast.
  const [hasFailed, setHasFailed] = useState(false)
  const lookup = useCheckTdocLoan(brandName, hasFailed)
  const check = useDebouncedCallback((text: string) => {
    const number = toLoanNumber(text)
    if (number.length < leastDigits) return
    lookup.mutate(number, {
      onError: () => setHasFailed(true),
      onSuccess: () => setHasFailed(false),
    })
  }, pause)

  const number = toLoanNumber(typed)
  // The last lookup may be of what was typed before.
  const isCurrent = lookup.variables === number && number !== ''
  const isAnswered = isCurrent && (lookup.isSuccess || lookup.isError)
  const found = isCurrent ? lookup.data : undefined
  return {
    check,
    found,
    isNotTheirs: found ? !tdocModeRules[toMode(found.loanKind)](actor) : false,
    hasFailed: isCurrent && lookup.isError,
    hint: isAnswered ? '' : loanHint(number),
  }
}

type LoanCheck = ReturnType<typeof useLoanCheck>

const loanHint = (number: string): string =>
  number.length < leastDigits
    ? 'The loan is looked up as you type.'
    : 'Looking up the loan…'

const LoanResult = ({ loan }: { loan: LoanCheck }) => {
  const { found, isNotTheirs, hasFailed, hint } = loan
  return (
    <Box mih="1.5rem" role="status">
      {hint && <Text c="dimmed">{hint}</Text>}
      {hasFailed && (
        <Text c="var(--mantine-color-error)">
          Couldn’t check the loan. Your entries are kept.
        </Text>
      )}
      {isNotTheirs && (
        <Text c="var(--mantine-color-error)">
          This loan is purchased, and you do not have access to the queue of
          purchased loans.
        </Text>
      )}
      {found && !isNotTheirs && (
        <Facts
          facts={[
            { label: 'Loan', value: found.buyerLoanNumber },
            { label: 'Borrower', value: text(found.borrowerLastName) },
            { label: 'Seller', value: text(found.sellerName) },
            { label: 'Corr ID', value: text(found.corrId) },
            { label: 'Product', value: text(found.productCode) },
            {
              label: 'LoanDock status',
              value: text(found.currentLoanDockStatus),
            },
          ]}
        />
      )}
    </Box>
  )
}

/** Checks whether the typed name can be used, while it is typed. */
const useImageCheck = (typed: string) => {
  const lookup = useCheckImage()
  const check = useDebouncedCallback((text: string) => {
    const { data: name } = imageFileNameRule.safeParse(text.trim())
    if (name) lookup.mutate(name)
  }, pause)

  const name = typed.trim()
  // The last lookup may be of what was typed before.
  const isCurrent = lookup.variables === name && name !== ''
  const isInUse = isCurrent && lookup.data === true
  return {
    check,
    isInUse,
    error: isInUse
      ? 'This image file name is already in use'
      : findNameProblem(name),
    hint: isCurrent ? imageHint(lookup) : '',
  }
}

const findNameProblem = (name: string): string | undefined => {
  if (name === '') return undefined
  return imageFileNameRule.safeParse(name).error?.issues[0]?.message
}

const imageHint = ({
  data: isInUse,
  isError,
}: ReturnType<typeof useCheckImage>): string => {
  if (isInUse === false) return 'This name is available.'
  if (!isError) return ''
  return 'Couldn’t check the name. It is checked again when you create the Tdoc.'
}
