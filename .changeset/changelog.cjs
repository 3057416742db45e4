/** A changelog of sentences: what a changeset says, without hashes, and without a list of the packages that were released together. */
module.exports = {
  getReleaseLine: async ({ summary }) => {
    const [first, ...more] = summary.trim().split('\n')
    return [`- ${first}`, ...more.map((line) => `  ${line}`.trimEnd())].join('\n')
  },
  getDependencyReleaseLine: async () => '',
}
