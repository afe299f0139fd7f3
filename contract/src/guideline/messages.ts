export const guidelineMessages = {
  createVersion: {
    done: 'Version created',
    failed: 'Failed to create the version',
  },
  addExample: {
    done: 'Example programs and a draft added',
    failed: 'Failed to add the example',
  },
  updateVersion: {
    done: 'Version updated',
    failed: 'Failed to update the version',
  },
  deleteVersion: {
    done: 'Version deleted',
    failed: 'Failed to delete the version',
  },
  saveRules: { done: 'Rules saved', failed: 'Failed to save the rules' },
  importRules: {
    done: ({ rules }: { rules: number }) =>
      rules === 1
        ? '1 rule imported'
        : `${rules.toLocaleString('en-US')} rules imported`,
    failed: 'Failed to import the rules',
  },
  publish: {
    done: 'Version published',
    failed: 'Failed to publish the version',
  },
  saveProgram: { done: 'Program saved', failed: 'Failed to save the program' },
  saveVariance: {
    done: 'Contract variance saved',
    failed: 'Failed to save the contract variance',
  },
  deleteVariance: {
    done: 'Contract variance deleted',
    failed: 'Failed to delete the contract variance',
  },
  savePriceGrid: {
    done: 'Price grid saved',
    failed: 'Failed to save the price grid',
  },
  saveAuthority: {
    done: 'Decision authority saved',
    failed: 'Failed to save the decision authority',
  },
  saveFactors: { done: 'Factors saved', failed: 'Failed to save the factors' },
} as const
