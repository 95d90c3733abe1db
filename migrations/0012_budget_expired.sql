-- The reason is named after the budget that ran out, as everywhere in the code.
UPDATE "requests" SET "reason" = 'budget_expired' WHERE "reason" = 'quote_expired';
