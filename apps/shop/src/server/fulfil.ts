import type { OrderEvent } from '@galla/gateway'

/**
 * Paid: a parcel is put on the packing list. What is written through `tx` is committed together with the word "done", so a
 * crash, a second callback or a second server packs no second parcel. A shop with migrations makes its table there.
 */
export async function fulfil({ order, tx }: OrderEvent): Promise<void> {
  await tx.query(
    `create table if not exists tea_parcels (
      "reference" text primary key, "merchantOrderId" text not null, "lines" text not null, "amount" bigint not null)`,
  )
  const { reference, merchantOrderId, amount, metaInfo } = order
  await tx.query(
    `insert into tea_parcels ("reference", "merchantOrderId", "lines", "amount") values ($1, $2, $3, $4)`,
    [reference, merchantOrderId, metaInfo?.udf1 ?? '', amount],
  )
}
