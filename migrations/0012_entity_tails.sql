CREATE TABLE "entity_tails" (
	"entity_id" text collate "C" NOT NULL,
	"tail" text NOT NULL,
	CONSTRAINT "entity_tails_entity_id_tail_pk" PRIMARY KEY("entity_id","tail")
);
--> statement-breakpoint
ALTER TABLE "entity_tails" ADD CONSTRAINT "entity_tails_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "entity_tails_tail_idx" ON "entity_tails" USING btree ("tail" text_pattern_ops,"entity_id");