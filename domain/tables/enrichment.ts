/** Under what a saved enrichment is found: an identity, or `person` and `company` for those told by names (Spec 4.6). */
export interface EnrichmentSubject {
  readonly kind: string
  readonly value: string
}

/** Where a saved answer comes from (decisions, "saved answer"). */
export interface AnswerSource {
  readonly table: string
  readonly key: string
  readonly run_id: string
  /** ISO 8601. */
  readonly saved_at: string
}
