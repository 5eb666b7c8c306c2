//! The rules of designlint: one file each, and the table.

#![deny(clippy::float_arithmetic)]

mod condition;
mod condition_facts;
mod detection_wording;
mod dimension_name;
mod failure_wording;
mod formula_finding;
pub mod packs;
mod reviewed_design;
mod share;
mod skeleton_fix;

#[cfg(test)]
mod formula_tests;
#[cfg(test)]
mod kinds_tests;
#[cfg(test)]
mod pack_tests;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

designlint_core::rules! {
    // Arithmetic.
    arith_mismatch::ArithMismatch,
    bits_bytes_mix::BitsBytesMix,
    rate_period_mismatch::RatePeriodMismatch,
    gap_count_off_by_one::GapCountOffByOne,
    stale_derived_number::StaleDerivedNumber,
    unit_mismatch::UnitMismatch,
    unit_prefix_mix::UnitPrefixMix,
    month_length_mixed::MonthLengthMixed,
    percent_base::PercentBase,
    percent_vs_points::PercentVsPoints,
    number_restated_differently::NumberRestatedDifferently,
    known_constant_wrong::KnownConstantWrong,
    percentile_needs_samples::PercentileNeedsSamples,
    precedence_ambiguous::PrecedenceAmbiguous,
    range_inverted::RangeInverted,
    inclusive_range_off_by_one::InclusiveRangeOffByOne,
    capacity_rounding::CapacityRounding,
    bare_result::BareResult,
    adjective_without_number::AdjectiveWithoutNumber,
    table_total_mismatch::TableTotalMismatch,
    shares_do_not_sum::SharesDoNotSum,
    ratio_mismatch::RatioMismatch,

    // Formulas.
    kv_bytes::KvBytes,
    kv_pool_blocks::KvPoolBlocks,
    little_law::LittleLaw,
    error_budget::ErrorBudget,
    burn_rate::BurnRate,
    formula_mismatch::FormulaMismatch,
    latency_budget_over::LatencyBudgetOver,
    latency_budget_no_reserve::LatencyBudgetNoReserve,
    latency_hop_unbudgeted::LatencyHopUnbudgeted,
    slo_without_window::SloWithoutWindow,
    sli_excludes_overload::SliExcludesOverload,
    availability_composition::AvailabilityComposition,
    quorum::Quorum,
    retry_budget::RetryBudget,
    pool_vs_limit::PoolVsLimit,
    mean_not_peak::MeanNotPeak,
    replication_factor_missing::ReplicationFactorMissing,

    // Failure modes.
    failure_mode_no_detection::FailureModeNoDetection,
    detection_self_reported::DetectionSelfReported,
    detection_shared_fate::DetectionSharedFate,
    detection_absence_blind::DetectionAbsenceBlind,
    detection_wrong_mode::DetectionWrongMode,
    detection_vague::DetectionVague,
    detection_slower_than_target::DetectionSlowerThanTarget,
    failure_mode_no_degradation::FailureModeNoDegradation,
    failure_component_missing::FailureComponentMissing,
    degradation_ladder_missing::DegradationLadderMissing,
    degradation_untested::DegradationUntested,
    failover_no_failback::FailoverNoFailback,

    // Decision.
    options_too_few::OptionsTooFew,
    options_criteria_mismatch::OptionsCriteriaMismatch,
    options_no_numbers::OptionsNoNumbers,
    choice_not_in_options::ChoiceNotInOptions,
    no_accepted_cost::NoAcceptedCost,
    accepted_cost_empty::AcceptedCostEmpty,

    // Structure.
    section_missing::SectionMissing,
    section_hollow::SectionHollow,
    solution_before_problem::SolutionBeforeProblem,
    interface_no_contract::InterfaceNoContract,
    contract_file_missing::ContractFileMissing,
    open_question_no_owner::OpenQuestionNoOwner,
    open_question_no_date::OpenQuestionNoDate,
    open_question_overdue::OpenQuestionOverdue,
    unresolved_marker::UnresolvedMarker,
    rollback_missing::RollbackMissing,
    rollback_no_trigger::RollbackNoTrigger,
    migration_irreversible::MigrationIrreversible,
    mechanism_without_problem::MechanismWithoutProblem,
    metric_without_guardrail::MetricWithoutGuardrail,
    guardrail_no_threshold::GuardrailNoThreshold,
    review_record_incomplete::ReviewRecordIncomplete,
    temporal_data_split_randomly::TemporalDataSplitRandomly,
    fallback_not_warm::FallbackNotWarm,
    assumption_not_labelled::AssumptionNotLabelled,
    no_scaling_story::NoScalingStory,
    cost_per_unit_missing::CostPerUnitMissing,
    feedback_loop_open::FeedbackLoopOpen,
    serving_skew_unguarded::ServingSkewUnguarded,

    // Engine.
    internal_error::InternalError,
    unreadable_file::UnreadableFile,
    unknown_suppression::UnknownSuppression,
    unused_suppression::UnusedSuppression,
    suppression_without_reason::SuppressionWithoutReason,
}
