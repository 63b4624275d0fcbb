"""What is tried by day of the tests that cost a run most: a few of their variants, or none; at night all of them (`tests.profile`).

A run by day answers within minutes or nobody waits for it. What a line below leaves out differs from what it keeps only in which game, size,
page, browser, store or planted bug it is tried with, or takes long for what it says; whatever is named on the command line runs as it stands there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import pytest

from tests.profile import BY_NIGHT

BY_DAY = {
    # A seat, a console, a projector in their terminals: the same keys in another game or on another screen.
    "clients/seat/test_documentbox.py::test_a_document_is_read_to_its_end_under_the_clock": 1,
    "clients/seat/test_pictures.py::test_the_seat_looks_as_agreed_at_every_size": 6,
    "clients/umpire/test_victims.py::test_every_key_of_an_act_opens_a_box_with_the_right_name": 2,
    "clients/seat/test_pictures.py::test_the_seat_looks_as_agreed_on_a_small_screen": 7,
    "clients/seat/test_text.py::test_hostile_words_stay_words_in_a_verdict": 1,
    "clients/seat/test_text.py::test_hostile_words_stay_words_in_briefing_rules_and_list_of_those_awaited": 1,
    "clients/seat/test_text.py::test_hostile_words_stay_words_in_what_is_watched": 1,
    "clients/seat/test_text.py::test_hostile_words_stay_words_on_a_small_screen": 1,
    "clients/seat/test_uncut.py::test_a_small_screen_cuts_off_nothing_while_a_question_is_open": 3,
    "clients/seat/test_whole.py::test_nothing_is_cut_off_in_a_whole_game_while_a_line_is_free": 2,
    "clients/seat/test_whole.py::test_the_table_fills_its_column_while_something_is_told": 1,
    "clients/umpire/test_answerbox.py::test_an_answer_to_whatever_is_asked_is_filled_in_and_sealed": 1,
    "clients/umpire/test_pictures.py::test_the_console_looks_as_agreed": 5,
    "clients/umpire/test_text.py::test_hostile_words_stay_words_on_a_small_screen": 1,
    "clients/umpire/test_victims.py::test_a_capital_names_every_table_and_nobody": 1,
    "clients/umpire/test_whole.py::test_a_wall_of_four_and_each_of_its_tables_say_all": 1,
    "clients/replay/test_pictures.py::test_the_replay_looks_as_agreed": 2,
    "clients/replay/test_screen.py::test_every_key_may_be_pressed_everywhere_at_any_size": 1,
    "clients/wording/test_pseudo.py::test_a_seat_speaks_another_language": 2,
    # A browser: what the terminal shows of a game is held to the same sheet, and every game is still looked at on a page by day.
    "clients/web/browser/test_floor.py::test_a_browser_that_is_too_old_says_so_in_one_line": 3,
    "clients/web/browser/test_floor.py::test_a_page_that_did_not_come_whole_says_so_in_one_line": 1,
    "clients/web/browser/test_floor.py::test_the_oldest_browsers_show_all_and_nothing_is_wrong_with_it": 1,
    "clients/web/browser/test_floor.py::test_who_uses_keys_sees_where_he_is_in_every_browser": 1,
    "clients/web/browser/test_games.py::test_a_name_of_one_long_word_covers_nothing_and_pushes_nothing_away": 1,
    "clients/web/browser/test_life.py::test_a_phone_that_slept_believes_nothing_that_came_meanwhile": 1,
    "clients/web/browser/test_mishaps.py::test_what_was_sealed_and_had_not_left_outlives_a_reload": 1,
    "clients/web/browser/test_notes.py::test_notes_of_a_time_without_a_link_are_locked_away_when_it_is_back": 1,
    "clients/web/browser/test_pictures.py::test_a_page_looks_as_it_did": 2,
    "clients/web/browser/test_rooms.py::test_a_browser_that_keeps_nothing_for_pages_sits_down_all_the_same": 1,
    "clients/web/browser/test_rooms.py::test_a_browser_that_takes_no_cookie_says_so": 1,
    "clients/web/browser/test_rooms.py::test_the_address_is_the_places_own_as_soon_as_its_code_is_typed": 1,
    "clients/web/browser/test_seat.py::test_a_phone_shows_one_part_at_a_time_and_wider_screens_all": 2,
    "clients/web/browser/test_seat.py::test_nothing_is_said_by_colour_alone": 1,
    "clients/web/browser/test_seat.py::test_nothing_is_wrong_with_a_panel_and_the_keys_come_back": 1,
    "clients/web/browser/test_seat.py::test_nothing_is_wrong_with_a_screen_for_eyes_ears_and_keys": 1,
    "clients/web/browser/test_spoken.py::test_nothing_is_said_twice_and_no_name_takes_a_minute": 2,
    "clients/web/browser/test_tongue.py::test_the_page_of_a_seat_speaks_another_language": 1,
    "clients/web/browser/test_verdict.py::test_the_scores_are_whole_on_a_phone_with_large_letters": 1,
    "clients/debrief/test_page.py::test_axe_finds_nothing": 1,
    "clients/web/browser/test_asleep.py::test_a_phone_that_slept_is_back_by_itself_and_at_the_question_of_now": 1,
    "clients/web/browser/test_board.py::test_a_board_is_sound_for_every_reader": 3,
    "clients/web/browser/test_company.py::test_where_sockets_are_refused_a_whole_game_is_played_by_plain_requests": 0,
    "clients/web/browser/test_display.py::test_nothing_of_it_is_cut_off_and_everyone_can_read_it": 1,
    "clients/web/browser/test_doing.py::test_the_page_says_how_its_link_stands_and_what_can_be_done": 1,
    "clients/web/browser/test_doing.py::test_the_seat_is_given_and_taken_only_when_one_is_sure": 2,
    "clients/web/browser/test_calling.py::test_a_page_that_was_touched_sounds": 1,
    "clients/web/browser/test_longwords.py::test_a_long_word_in_any_place_makes_no_page_wider": 1,
    "clients/web/browser/test_games.py::test_a_game_is_played_to_its_end": 1,
    "clients/web/browser/test_games.py::test_an_exercise_from_a_file_is_played_to_its_end": 0,
    # Two worlds, storms, followers and judgements: the same machine with another game's rules in it.
    "arbiter/core/test_recovery.py::test_whatever_an_umpire_rules_the_journal_gives_it_back": 1,
    "arbiter/core/test_secrecy.py::test_no_seat_can_tell_two_worlds_apart_that_differ_in_secrets": 4,
    "arbiter/core/test_secrecy_room.py::test_nobody_learns_a_secret_from_what_umpires_crews_and_screens_do": 3,
    "arbiter/core/test_secrecy_start.py::test_nobody_learns_what_was_dealt_before_the_game_begins": 7,
    "arbiter/core/test_storm.py::test_every_storm_passes_and_nothing_acknowledged_is_lost": 3,
    "arbiter/record/test_judging.py::test_the_mean_of_luck_is_nothing": 1,
    "arbiter/record/test_judging.py::test_two_worlds_that_a_seat_cannot_tell_apart_give_it_the_same_judgement": 2,
    "arbiter/shell/test_batch.py::test_a_fault_at_one_table_is_held_there_and_the_others_do_not_notice": 5,
    "arbiter/shell/test_doorstep.py::test_a_rush_keeps_nobody_out": 4,
    "arbiter/shell/test_kill.py::test_killed_at_every_named_point": 1,
    "clients/debrief/test_branched.py::test_every_game_is_compared_with_how_it_went_there": 2,
    "clients/debrief/test_reporting.py::test_every_game_gets_a_whole_report": 3,
    "clients/debrief/test_secrecy.py::test_worlds_that_a_team_cannot_tell_apart_give_the_same_page": 2,
    "games/escalate/test_random_play.py::test_random_games_end_with_every_card_accounted_for": 1,
    "games/escalate/test_secrecy.py::test_nothing_that_a_seat_sees_depends_on_what_it_cannot_know": 3,
    "games/scenario/test_any_scenario.py::test_what_ships_keeps_its_secrets_too": 2,
    "games/test_replays.py::test_the_order_of_sets_never_reaches_the_record": 3,
    "simulation/test_server.py::test_the_model_does_what_a_server_does": 1,
    # Bugs that are planted to see a test fail: as many as show that it still can.
    "arbiter/core/test_secrecy.py::test_a_planted_leak_is_found": 5,
    "arbiter/core/test_secrecy_room.py::test_a_leak_planted_in_the_room_is_found": 4,
    "clients/debrief/test_secrecy.py::test_a_planted_leak_is_found": 2,
    "fuzz/test_fuzz.py::test_planted_bugs_are_found": 1,
    "games/scenario/test_planted_leaks.py::test_a_leak_planted_in_the_rules_is_found": 8,
    "mutants/test_mutants.py::test_every_entry_of_the_list_is_still_a_mutant": 0,
    "simulation/test_simulation.py::test_a_leak_tells_the_twins_apart": 1,
    # Processes of their own: the same way is gone by one more of them elsewhere.
    "clients/commands/test_front_door.py::test_what_was_started_with_a_stream_closed_does_its_work": 2,
    "clients/commands/test_terminal.py::test_a_demo_takes_its_arbiter_and_its_bots_along": 1,
    "clients/commands/test_terminal.py::test_a_screen_ends_with_whoever_started_it": 1,
    "bench/test_eavesdrop.py::test_a_short_measurement_comes_to_its_end": 0,
    "bench/test_memory.py::test_a_small_room_is_measured_to_its_end": 0,
    "bench/test_peers.py::test_every_gate_of_a_peer_is_counted_once": 1,
    "bench/test_peers.py::test_a_view_of_another_round_or_seat_is_noticed": 1,
    "bench/test_rounds.py::test_a_short_load_is_played_to_its_end": 0,
    "bench/test_rounds.py::test_every_beat_is_counted_and_answered": 0,
    "bench/test_rounds.py::test_seats_that_wait_give_signs_of_life_as_people_do": 0,
    "bench/test_wings.py::test_a_small_event_is_measured_to_its_end": 0,
    "clients/commands/test_front_door.py::test_a_shell_completes_commands_options_and_games": 1,
    "clients/commands/test_metrics.py::test_each_wing_has_a_page_of_its_own": 0,
    "clients/commands/test_metrics.py::test_the_page_goes_over_with_the_lead": 0,
    "clients/commands/test_new_game.py::test_where_the_tests_hold_a_list_of_the_games_the_command_says_so": 0,
    "clients/commands/test_browsers.py::test_browsers_find_it_again_after_a_power_cut": 0,
    "clients/commands/test_terminal.py::test_a_terminal_that_can_only_print_gets_a_demo_in_lines": 0,
    "clients/commands/test_recorded.py::test_what_was_played_by_other_rules_is_said_to_be": 1,
    "clients/commands/test_terminal.py::test_a_seat_whose_window_is_closed_ends_and_says_good_bye": 1,
    # A bundle of real wheels is a tenth of what is tried beside the tests; by day bundles are made of small ones (clients/commands/bundling).
    "packaging/check_bundle.py::test_a_damaged_wheel_is_not_installed": 0,
    "packaging/check_bundle.py::test_a_room_without_network_installs_and_plays": 0,
    "packaging/check_bundle.py::test_a_room_without_network_plays_at_once": 0,
    "packaging/check_bundle.py::test_whoever_makes_it_the_same_is_in_it": 0,
    # Many games for a mean.
    "games/escalate/test_bot.py::test_at_four_seats_it_wins_far_more_than_its_share": 0,
    "games/escalate/test_bot.py::test_at_two_seats_it_beats_chance_by_points": 0,
}
"""How many variants of a test are tried by day."""


def by_turns(number: int, few: int) -> set[int]:
    """Choose so few of a number of variants, the first and others as far apart as can be: their places in order."""
    return {at * number // few for at in range(few)} if few < number else {*range(number)}


def left_out(items: Sequence[pytest.Item], named: Sequence[str]) -> list[pytest.Item]:
    """Give what is not tried by day of these tests. `named`: what stands on the command line; a test that is named there is tried."""
    if BY_NIGHT or any("::" in each for each in named):
        return []
    variants = defaultdict[str, list[pytest.Item]](list)
    for item in items:
        variants[item.nodeid.removeprefix("tests/").partition("[")[0].partition("@")[0]].append(item)
    return [
        item
        for name, few in BY_DAY.items()
        for at, item in enumerate(variants[name])
        if at not in by_turns(len(variants[name]), few)
    ]
