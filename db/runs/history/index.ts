/** A word of a name as `run_subject.words` holds it; the arguments are SQL. */
export const wordHash = (workspaceId: string, environment: string, word: string): string =>
  `subject_word_v1(${workspaceId}, ${environment}, ${word})`
