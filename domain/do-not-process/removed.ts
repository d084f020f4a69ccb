/** Records that were taken out of a result because a list covers them. */
export interface RemovedRecords {
  readonly records: number
  /** Whether their price is part of the charge: only a price for each record leaves it out. */
  readonly billed: boolean
}
