import { defineEntity, p } from '@mikro-orm/core'
import { ENVIRONMENTS } from '../../domain/runs/states.ts'
import { LEDGER_PROMISES } from '../../domain/wallets/proof.ts'

/** The projection of one workspace's ledger in one environment, with the spend guard that holds respect. */
const WalletSchema = defineEntity({
  name: 'Wallet',
  tableName: 'wallet',
  primaryKeys: ['workspaceId', 'environment'],
  properties: {
    workspaceId: p.text().primary(),
    environment: p.enum(ENVIRONMENTS).primary(),
    available: p.bigint(),
    held: p.bigint(),
    /** The owed amount: while there is any, no hold is made. */
    receivable: p.bigint().default('0'),
    spendDay: p.date(),
    spent: p.bigint(),
    guardEnabled: p.boolean(),
    dailyLimit: p.bigint().nullable(),
    perRunLimit: p.bigint().nullable(),
  },
})
export class Wallet extends WalletSchema.class {}
WalletSchema.setClass(Wallet)

export const ACCOUNT_KINDS = ['available', 'held', 'receivable', 'revenue', 'funding', 'promotion'] as const

/** One side of every transfer. */
const AccountSchema = defineEntity({
  name: 'Account',
  tableName: 'account',
  properties: {
    id: p.text().primary(),
    workspaceId: p.text().nullable(),
    environment: p.enum(ENVIRONMENTS),
    kind: p.enum(ACCOUNT_KINDS),
  },
})
export class Account extends AccountSchema.class {}
AccountSchema.setClass(Account)

export const TRANSFER_KINDS = [
  'hold',
  'charge',
  'release',
  'topup',
  'promotion',
  'referral',
  'adjustment',
  'refund',
  'chargeback',
] as const

/** An immutable movement of money from the debit to the credit account. */
const TransferSchema = defineEntity({
  name: 'Transfer',
  tableName: 'transfer',
  properties: {
    id: p.bigint().primary().autoincrement(),
    debitAccountId: p.text(),
    creditAccountId: p.text(),
    amount: p.bigint(),
    kind: p.enum(TRANSFER_KINDS),
    runId: p.text().nullable(),
    topupId: p.text().nullable(),
    key: p.text(),
    createdAt: p.datetime(),
  },
})
export class Transfer extends TransferSchema.class {}
TransferSchema.setClass(Transfer)

/** How far a wallet is proved: the sums of its transfers up to a certain one. */
const WalletProofSchema = defineEntity({
  name: 'WalletProof',
  tableName: 'wallet_proof',
  primaryKeys: ['workspaceId', 'environment'],
  properties: {
    workspaceId: p.text().primary(),
    environment: p.enum(ENVIRONMENTS).primary(),
    through: p.bigint(),
    available: p.bigint(),
    held: p.bigint(),
    receivable: p.bigint(),
    provedAt: p.datetime(),
  },
})
export class WalletProof extends WalletProofSchema.class {}
WalletProofSchema.setClass(WalletProof)

/** A discrepancy in the ledger, until a later proof finds it resolved. */
const LedgerDriftSchema = defineEntity({
  name: 'LedgerDrift',
  tableName: 'ledger_drift',
  primaryKeys: ['workspaceId', 'environment', 'promise', 'subject'],
  properties: {
    workspaceId: p.text().primary(),
    environment: p.enum(ENVIRONMENTS).primary(),
    promise: p.enum(LEDGER_PROMISES).primary(),
    /** The run or top-up; empty where the wallet itself is wrong. */
    subject: p.text().primary(),
    expected: p.bigint(),
    found: p.bigint(),
    foundAt: p.datetime(),
  },
})
export class LedgerDrift extends LedgerDriftSchema.class {}
LedgerDriftSchema.setClass(LedgerDrift)
