DROP INDEX "attributions_confidence_idx";--> statement-breakpoint
ALTER TABLE "attributions" ADD COLUMN "basis" text;--> statement-breakpoint
ALTER TABLE "attributions" ADD COLUMN "registered_at" timestamp(6) with time zone;--> statement-breakpoint
CREATE INDEX "attributions_basis_idx" ON "attributions" USING btree ("entity_id",(case "basis" when 'verified' then 0 when 'corroborated' then 1 else 2 end),"confidence" DESC NULLS FIRST,"domain","basis","registered_at");--> statement-breakpoint
ALTER TABLE "attributions" ADD CONSTRAINT "attributions_basis_check" CHECK ("attributions"."basis" in ('verified', 'corroborated', 'stated'));